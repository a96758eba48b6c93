// Runs a Verilator model: model SECONDS CYCLES LAST [VCD].
#include <memory>

#include <sys/stat.h>

#include "Vtop.h"
#include "loop.h"
#include "verilated.h"
#if VM_TRACE
#include "verilated_vcd_c.h"
#endif

int main(int argc, char** argv) {
	if (argc != (VM_TRACE ? 5 : 4)) return 2;
#if VM_TRACE
	Verilated::traceEverOn(true);
#endif
	const std::unique_ptr<Vtop> top{new Vtop};
#if VM_TRACE
	VerilatedVcdC vcd;
	top->trace(&vcd, 99);
	vcd.open(argv[4]);
	uint64_t time = 0;
#endif
	top->clk = 0;
	top->eval();
	const Clock clock;
	loop(
		clock, argv, [&](bool on) { top->rst = on; },
		[&] {
			top->clk = 1;
			top->eval();
#if VM_TRACE
			vcd.dump(time++);
#endif
			top->clk = 0;
			top->eval();
#if VM_TRACE
			vcd.dump(time++);
#endif
		},
		[&] { return top->checksum; });
#if VM_TRACE
	vcd.close();
	const double seconds = clock.seconds();
	struct stat info;
	if (stat(argv[4], &info) != 0) return 1;
	std::printf("vcd %.9f %lld\n", seconds, static_cast<long long>(info.st_size));
#endif
	return 0;
}
