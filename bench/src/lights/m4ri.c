/* The dense system of an n x n board with all lights on, brought into echelon form; prints rank and CPU seconds. */
#include <m4ri/m4ri.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 128, cells = n * n;
    mzd_t *system = mzd_init(cells, cells + 1);
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            int cell = n * y + x;
            mzd_write_bit(system, cell, cell, 1);
            if (x > 0) mzd_write_bit(system, cell, cell - 1, 1);
            if (x + 1 < n) mzd_write_bit(system, cell, cell + 1, 1);
            if (y > 0) mzd_write_bit(system, cell, cell - n, 1);
            if (y + 1 < n) mzd_write_bit(system, cell, cell + n, 1);
            mzd_write_bit(system, cell, cells, 1);
        }
    clock_t begin = clock();
    long rank = mzd_echelonize_m4ri(system, 1, 0);
    printf("%ld %f\n", rank, (double)(clock() - begin) / CLOCKS_PER_SEC);
    mzd_free(system);
    return 0;
}
