// Runs a CXXRTL model: model SECONDS CYCLES LAST.
#include "model.cc"

#include "loop.h"

int main(int argc, char** argv) {
	if (argc != 4) return 2;
	static cxxrtl_design::TOP top;
	top.p_clk.set<bool>(false);
	top.step();
	const Clock clock;
	loop(
		clock, argv, [&](bool on) { top.p_rst.set<bool>(on); },
		[&] {
			top.p_clk.set<bool>(true);
			top.step();
			top.p_clk.set<bool>(false);
			top.step();
		},
		[&] { return top.p_checksum.get<uint64_t>(); });
	return 0;
}
