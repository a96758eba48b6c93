package isa_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/blocks/ropmask/isa"
)

func TestBlendingThatDoesNotExistIsRefused(t *testing.T) {
	b := isa.Over()
	b.Color.Function = 5
	assert.EqualError(t, b.Check(), "ropmask: blending of color: there is no function 5; use Add to Max")
	b = isa.Over()
	b.Alpha.Destination = 14
	assert.EqualError(t, b.Check(), "ropmask: blending of alpha: there is no factor 14; use Zero to OneMinusSecondAlpha")
}
