//! Kernels against dumb loops, and against each other.

use super::{Kernel, Multiply, Neighbours, Outer, Packed, Start, Window, pad};

/// Numbers without pattern.
fn numbers(count: usize, salt: u32) -> Vec<f32> {
    let mut state = salt.wrapping_mul(2_654_435_761) | 1;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / 8_388_608.0 - 1.0
    };
    (0..count).map(|_| next()).collect()
}

/// Boards of 3 × 4 with a window of 3 × 3, by a kernel and by a dumb loop.
fn product(kernel: Kernel, boards: usize, depth: usize, columns: usize) -> (Vec<f32>, Vec<f64>) {
    let rows = boards * 12;
    let input = numbers(rows * depth, 1);
    let matrix = numbers(9 * depth * columns, 2);
    let weights = Packed::from_fn(9 * depth, columns, |row, column| matrix[row * columns + column]);
    let neighbours = Neighbours::new(3, 4, Window::Square, boards + 1);
    let bias = numbers(pad(columns), 3);
    let mut out = vec![0.0; rows * pad(columns)];
    kernel.check().expect("it runs here").run(Multiply {
        input: &input,
        input_stride: depth,
        neighbours: Some(&neighbours),
        weights: weights.matrix(),
        depth,
        rows,
        start: Start::Row(&bias),
        out: &mut out,
        out_stride: pad(columns),
    });
    let mut expected = vec![0.0f64; rows * pad(columns)];
    for (at, expected) in expected.iter_mut().enumerate() {
        let (row, column) = (at / pad(columns), at % pad(columns));
        *expected = f64::from(bias[column]);
        for k in (0..9 * depth).filter(|_| column < columns) {
            let (tap, cell) = ((k / depth) as isize, (row % 12) as isize);
            let (y, x) = (cell / 4 + tap / 3 - 1, cell % 4 + tap % 3 - 1);
            if (0..3).contains(&y) && (0..4).contains(&x) {
                let from = row / 12 * 12 + (y * 4 + x) as usize;
                let weight = matrix[k * columns + column];
                *expected += f64::from(input[from * depth + k % depth]) * f64::from(weight);
            }
        }
    }
    (out, expected)
}

#[test]
fn products_agree_with_a_dumb_loop_on_every_kernel() {
    for kernel in Kernel::available() {
        for (boards, depth, columns) in [(1, 1, 1), (2, 7, 64), (3, 33, 100), (1, 16, 200)] {
            let (out, expected) = product(kernel, boards, depth, columns);
            for (out, expected) in out.iter().zip(&expected) {
                assert!((f64::from(*out) - expected).abs() < 1e-4, "{kernel}: {out} instead of {expected}");
            }
        }
    }
}

#[test]
fn outer_products_agree_with_a_dumb_loop_on_every_kernel() {
    let (rows, width, left_stride, right_stride) = (13, 48, 20, 70);
    let pairs: Vec<(u32, u32)> = (0..40).map(|at| (at * 3 % 11, at * 5 % 9)).collect();
    let (left, right) = (numbers(11 * left_stride, 4), numbers(9 * right_stride, 5));
    for kernel in Kernel::available() {
        let mut sums = vec![0.5; rows * width];
        kernel.check().expect("it runs here").run(Outer {
            pairs: &pairs,
            left: &left,
            left_stride,
            first: 4,
            right: &right,
            right_stride,
            column: 16,
            sums: &mut sums,
            width,
        });
        for (at, sum) in sums.iter().enumerate() {
            let of = |&(l, r): &(u32, u32)| {
                let left = left[l as usize * left_stride + 4 + at / width];
                f64::from(left) * f64::from(right[r as usize * right_stride + 16 + at % width])
            };
            let expected: f64 = 0.5 + pairs.iter().map(of).sum::<f64>();
            assert!((f64::from(*sum) - expected).abs() < 1e-5, "{kernel}: {sum} instead of {expected}");
        }
    }
}

#[test]
fn kernels_with_fused_multiply_add_give_the_same_bits() {
    let fused = Kernel::available().into_iter().filter(|kernel| *kernel != Kernel::Portable);
    let all: Vec<Vec<f32>> = fused.map(|kernel| product(kernel, 3, 33, 100).0).collect();
    assert!(all.windows(2).all(|two| two[0] == two[1]));
}

#[test]
fn kernels_are_known_by_name() {
    for kernel in Kernel::ALL {
        assert_eq!(kernel.name().parse::<Kernel>().expect("a name"), kernel);
    }
    let error = "sse".parse::<Kernel>().expect_err("no kernel");
    assert_eq!(error.to_string(), "there is no kernel `sse`; there are avx512, avx2 and portable");
}
