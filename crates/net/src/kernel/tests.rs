//! Kernels against dumb loops, and against each other.

use super::{Kernel, Multiply, Outer, Packed, Start, pad};

/// Numbers without pattern.
fn numbers(count: usize, salt: u32) -> Vec<f32> {
    let mut state = salt.wrapping_mul(2_654_435_761) | 1;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / 8_388_608.0 - 1.0
    };
    (0..count).map(|_| next()).collect()
}

fn product(kernel: Kernel, rows: usize, depth: usize, columns: usize, taps: usize) -> (Vec<f32>, Vec<f64>) {
    let input = numbers(rows * depth, 1);
    let matrix = numbers(taps * depth * columns, 2);
    let weights = Packed::from_fn(taps * depth, columns, |row, column| matrix[row * columns + column]);
    let source: Vec<u32> =
        (0..taps * rows).map(|at| if at % 5 == 4 { u32::MAX } else { (at * 7 % rows) as u32 }).collect();
    let bias = numbers(pad(columns), 3);
    let mut out = vec![0.0; rows * pad(columns)];
    kernel.check().expect("it runs here").run(Multiply {
        input: &input,
        input_stride: depth,
        source: &source,
        source_stride: rows,
        weights: &weights,
        depth,
        rows,
        start: Start::Row(&bias),
        out: &mut out,
        out_stride: pad(columns),
    });
    let mut expected = vec![0.0f64; rows * pad(columns)];
    for row in 0..rows {
        for column in 0..pad(columns) {
            let mut sum = f64::from(bias[column]);
            for k in (0..taps * depth).filter(|_| column < columns) {
                let from = source[k / depth * rows + row] as usize;
                let value = if from < rows { input[from * depth + k % depth] } else { 0.0 };
                sum += f64::from(value) * f64::from(matrix[k * columns + column]);
            }
            expected[row * pad(columns) + column] = sum;
        }
    }
    (out, expected)
}

#[test]
fn products_agree_with_a_dumb_loop_on_every_kernel() {
    for kernel in Kernel::available() {
        for (rows, depth, columns, taps) in [(1, 1, 1, 1), (6, 7, 64, 9), (13, 33, 100, 3), (5, 16, 200, 2)] {
            let (out, expected) = product(kernel, rows, depth, columns, taps);
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
    let all: Vec<Vec<f32>> = fused.map(|kernel| product(kernel, 13, 33, 100, 9).0).collect();
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
