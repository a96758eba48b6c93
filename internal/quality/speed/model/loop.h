// The loop of every C++ model: it runs to the stops 10, 20, 50, 100 and so on and
// prints at each the cycle, the checksum and the seconds since the run began. The
// arguments are SECONDS CYCLES LAST: the run ends at the first stop at which it
// has taken the time and done the cycles, or at the last. The first cycle is one
// of reset.
#pragma once
#include <chrono>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

struct Clock {
	const std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();
	double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count(); }
};

// reset(on) sets the input rst, cycle() does a cycle, checksum() reads the output.
template <class Reset, class Cycle, class Checksum>
void loop(const Clock& clock, char** argv, Reset reset, Cycle cycle, Checksum checksum) {
	const double seconds = std::atof(argv[1]);
	const uint64_t cycles = std::strtoull(argv[2], nullptr, 10), last = std::strtoull(argv[3], nullptr, 10);
	reset(true);
	cycle();
	reset(false);
	uint64_t at = 1;
	for (uint64_t stop = 10, lead = 1;;) {
		for (; at < stop; at++) cycle();
		const double now = clock.seconds();
		std::printf("%" PRIu64 " %016" PRIx64 " %.9f\n", at, static_cast<uint64_t>(checksum()), now);
		if (at >= last || (now >= seconds && at >= cycles)) return;
		if (lead == 2) {
			stop = stop / 2 * 5;
			lead = 5;
		} else {
			stop *= 2;
			lead = lead == 1 ? 2 : 1;
		}
	}
}
