// Package drawing applies compiled shaders to the pixels of a picture: the inputs of a pixel, the images that it samples,
// and the picture of the results.
package drawing
