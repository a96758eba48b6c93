// Package stimulus makes draws as an application may send them, for tests and scenarios. [Random] mixes changes of state,
// indices, restarts and mistakes into its draws; [Zigzag] is one plain primitive.
package stimulus
