;; output[rows × columns] = input[rows × depth] · weights[depth × columns] + bias, optionally cut off below zero.
;; All f32. `rows` is a multiple of 4 and `columns` of 8. The weights are packed in panels of 8 columns: panel by panel, row by row,
;; so that the inner loop reads them in order. One tile of 4 × 8 results stays in eight registers.
;; Assemble: npx --package wabt@1.0.39 wat2wasm multiply.wat -o multiply.wasm
(module
  (memory (export "memory") 1)
  (func (export "multiply")
    (param $input i32) (param $weights i32) (param $bias i32) (param $output i32)
    (param $rows i32) (param $depth i32) (param $columns i32) (param $cutOff i32)
    (local $row i32) (local $column i32)
    (local $rowBytes i32) (local $outBytes i32)
    (local $in0 i32) (local $in1 i32) (local $in2 i32) (local $in3 i32) (local $inEnd i32)
    (local $panel i32) (local $out i32)
    (local $left v128) (local $right v128) (local $value v128) (local $floor v128)
    (local $a0 v128) (local $a1 v128) (local $b0 v128) (local $b1 v128)
    (local $c0 v128) (local $c1 v128) (local $d0 v128) (local $d1 v128)
    (local.set $rowBytes (i32.mul (local.get $depth) (i32.const 4)))
    (local.set $outBytes (i32.mul (local.get $columns) (i32.const 4)))
    ;; Without the cut-off the floor is minus infinity, and the maximum with it changes nothing.
    (local.set $floor
      (if (result v128) (local.get $cutOff)
        (then (v128.const f32x4 0 0 0 0))
        (else (v128.const f32x4 -inf -inf -inf -inf))))

    (loop $columns_loop
      (local.set $row (i32.const 0))
      (loop $rows_loop
        ;; Every row of the tile starts from the bias.
        (local.set $a0 (v128.load (i32.add (local.get $bias) (i32.mul (local.get $column) (i32.const 4)))))
        (local.set $a1 (v128.load offset=16 (i32.add (local.get $bias) (i32.mul (local.get $column) (i32.const 4)))))
        (local.set $b0 (local.get $a0)) (local.set $b1 (local.get $a1))
        (local.set $c0 (local.get $a0)) (local.set $c1 (local.get $a1))
        (local.set $d0 (local.get $a0)) (local.set $d1 (local.get $a1))

        (local.set $in0 (i32.add (local.get $input) (i32.mul (local.get $row) (local.get $rowBytes))))
        (local.set $in1 (i32.add (local.get $in0) (local.get $rowBytes)))
        (local.set $in2 (i32.add (local.get $in1) (local.get $rowBytes)))
        (local.set $in3 (i32.add (local.get $in2) (local.get $rowBytes)))
        (local.set $inEnd (local.get $in1))
        (local.set $panel (i32.add (local.get $weights) (i32.mul (local.get $column) (local.get $rowBytes))))

        (loop $depth_loop
          (local.set $left (v128.load (local.get $panel)))
          (local.set $right (v128.load offset=16 (local.get $panel)))

          (local.set $value (v128.load32_splat (local.get $in0)))
          (local.set $a0 (f32x4.add (local.get $a0) (f32x4.mul (local.get $value) (local.get $left))))
          (local.set $a1 (f32x4.add (local.get $a1) (f32x4.mul (local.get $value) (local.get $right))))
          (local.set $value (v128.load32_splat (local.get $in1)))
          (local.set $b0 (f32x4.add (local.get $b0) (f32x4.mul (local.get $value) (local.get $left))))
          (local.set $b1 (f32x4.add (local.get $b1) (f32x4.mul (local.get $value) (local.get $right))))
          (local.set $value (v128.load32_splat (local.get $in2)))
          (local.set $c0 (f32x4.add (local.get $c0) (f32x4.mul (local.get $value) (local.get $left))))
          (local.set $c1 (f32x4.add (local.get $c1) (f32x4.mul (local.get $value) (local.get $right))))
          (local.set $value (v128.load32_splat (local.get $in3)))
          (local.set $d0 (f32x4.add (local.get $d0) (f32x4.mul (local.get $value) (local.get $left))))
          (local.set $d1 (f32x4.add (local.get $d1) (f32x4.mul (local.get $value) (local.get $right))))

          (local.set $panel (i32.add (local.get $panel) (i32.const 32)))
          (local.set $in1 (i32.add (local.get $in1) (i32.const 4)))
          (local.set $in2 (i32.add (local.get $in2) (i32.const 4)))
          (local.set $in3 (i32.add (local.get $in3) (i32.const 4)))
          (local.set $in0 (i32.add (local.get $in0) (i32.const 4)))
          (br_if $depth_loop (i32.lt_u (local.get $in0) (local.get $inEnd))))

        (local.set $out
          (i32.add (local.get $output)
            (i32.add
              (i32.mul (local.get $row) (local.get $outBytes))
              (i32.mul (local.get $column) (i32.const 4)))))
        (v128.store (local.get $out) (f32x4.max (local.get $a0) (local.get $floor)))
        (v128.store offset=16 (local.get $out) (f32x4.max (local.get $a1) (local.get $floor)))
        (local.set $out (i32.add (local.get $out) (local.get $outBytes)))
        (v128.store (local.get $out) (f32x4.max (local.get $b0) (local.get $floor)))
        (v128.store offset=16 (local.get $out) (f32x4.max (local.get $b1) (local.get $floor)))
        (local.set $out (i32.add (local.get $out) (local.get $outBytes)))
        (v128.store (local.get $out) (f32x4.max (local.get $c0) (local.get $floor)))
        (v128.store offset=16 (local.get $out) (f32x4.max (local.get $c1) (local.get $floor)))
        (local.set $out (i32.add (local.get $out) (local.get $outBytes)))
        (v128.store (local.get $out) (f32x4.max (local.get $d0) (local.get $floor)))
        (v128.store offset=16 (local.get $out) (f32x4.max (local.get $d1) (local.get $floor)))

        (local.set $row (i32.add (local.get $row) (i32.const 4)))
        (br_if $rows_loop (i32.lt_u (local.get $row) (local.get $rows))))

      (local.set $column (i32.add (local.get $column) (i32.const 8)))
      (br_if $columns_loop (i32.lt_u (local.get $column) (local.get $columns))))))
