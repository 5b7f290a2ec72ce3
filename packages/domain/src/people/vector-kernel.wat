;; Compares a vector with many that lie end to end, 16 numbers at a step. vector-kernel.ts holds this as it runs;
;; vector-kernel.test.ts says that the two are the same.
(module
  (memory (export "memory") 1)

  ;; out[i]: product of vector i with the wanted one. Vectors are int8, the wanted one int16; size is a multiple of 16.
  (func (export "products")
    (param $wanted i32) (param $at i32) (param $out i32) (param $count i32) (param $size i32)
    (local $want i32) (local $end i32) (local $a v128) (local $b v128)
    local.get $count
    i32.eqz
    if
      return
    end
    loop $rows
      i32.const 0
      i32x4.splat
      local.tee $a
      local.set $b
      local.get $wanted
      local.set $want
      local.get $at
      local.get $size
      i32.add
      local.set $end
      loop $steps
        local.get $at
        v128.load8x8_s
        local.get $want
        v128.load
        i32x4.dot_i16x8_s
        local.get $a
        i32x4.add
        local.set $a
        local.get $at
        v128.load8x8_s offset=8
        local.get $want
        v128.load offset=16
        i32x4.dot_i16x8_s
        local.get $b
        i32x4.add
        local.set $b
        local.get $want
        i32.const 32
        i32.add
        local.set $want
        local.get $at
        i32.const 16
        i32.add
        local.tee $at
        local.get $end
        i32.lt_u
        br_if $steps
      end
      local.get $out
      local.get $a
      local.get $b
      i32x4.add
      local.tee $a
      i32x4.extract_lane 0
      local.get $a
      i32x4.extract_lane 1
      i32.add
      local.get $a
      i32x4.extract_lane 2
      i32.add
      local.get $a
      i32x4.extract_lane 3
      i32.add
      i32.store
      local.get $out
      i32.const 4
      i32.add
      local.set $out
      local.get $count
      i32.const 1
      i32.sub
      local.tee $count
      br_if $rows
    end
  )

  ;; out[i]: in how many bits code i differs from the wanted one. Size is a multiple of 16, at most 496.
  (func (export "differences")
    (param $wanted i32) (param $at i32) (param $out i32) (param $count i32) (param $size i32)
    (local $want i32) (local $end i32) (local $a v128)
    local.get $count
    i32.eqz
    if
      return
    end
    loop $rows
      i32.const 0
      i32x4.splat
      local.set $a
      local.get $wanted
      local.set $want
      local.get $at
      local.get $size
      i32.add
      local.set $end
      loop $steps
        local.get $at
        v128.load
        local.get $want
        v128.load
        v128.xor
        i8x16.popcnt
        local.get $a
        i8x16.add
        local.set $a
        local.get $want
        i32.const 16
        i32.add
        local.set $want
        local.get $at
        i32.const 16
        i32.add
        local.tee $at
        local.get $end
        i32.lt_u
        br_if $steps
      end
      local.get $out
      local.get $a
      i16x8.extadd_pairwise_i8x16_u
      i32x4.extadd_pairwise_i16x8_u
      local.tee $a
      i32x4.extract_lane 0
      local.get $a
      i32x4.extract_lane 1
      i32.add
      local.get $a
      i32x4.extract_lane 2
      i32.add
      local.get $a
      i32x4.extract_lane 3
      i32.add
      i32.store
      local.get $out
      i32.const 4
      i32.add
      local.set $out
      local.get $count
      i32.const 1
      i32.sub
      local.tee $count
      br_if $rows
    end
  )
)
