;; Nim with one heap as a WebAssembly module: `ludometer playtest examples/games/nim.wat`.
;;
;; Nine stones; who is on turn takes one, two or three; who takes the last one wins. A module in any language exports
;; the same: its `memory`, `input(len) -> pointer` (where a question is to be written), `answer(len) -> len` (how long
;; the answer is) and `output() -> pointer` (where it is). It imports nothing.
;;
;; A state is written as two digits: stones, and whose turn it is. Questions always come as Ludometer writes them, so
;; that the letters of interest stand in known places:
;;   {"do":"hello","protocol":1}   {"do":"initial"}   {"do":"play","state":"90","move":"2"}
;;   01234567                      01234567           0         1         2|        3   |
(module
  (memory (export "memory") 1)
  ;; From 0 the question, from 1024 the texts answers are made of, from 2048 the answer.
  (data (i32.const 1024) "{\"name\":\"nim in WebAssembly\",\"seats\":2,\"limit\":10}")
  (data (i32.const 1100) "{\"state\":\"90\",\"turn\":0,\"moves\":[\"1\",\"2\",\"3\"],\"text\":\"9 stones\"}")
  (data (i32.const 1200) "{\"state\":\"20\",\"turn\":0,\"moves\":[\"1\",\"2\"],\"text\":\"2 stones\"}")
  (data (i32.const 1300) "{\"state\":\"10\",\"turn\":0,\"moves\":[\"1\"],\"text\":\"1 stone\"}")
  (data (i32.const 1400) "{\"state\":\"00\",\"over\":true,\"winner\":0,\"text\":\"none left\"}")
  (data (i32.const 1500) "{\"error\":\"that cannot be taken\"}")

  (func (export "input") (param i32) (result i32) (i32.const 0))
  (func (export "output") (result i32) (i32.const 2048))

  ;; Copies a text to the answer; its length.
  (func $say (param $from i32) (param $length i32) (result i32)
    (memory.copy (i32.const 2048) (local.get $from) (local.get $length))
    (local.get $length))

  ;; Changes a letter of the answer.
  (func $put (param $at i32) (param $digit i32)
    (i32.store8 (i32.add (i32.const 2048) (local.get $at)) (i32.add (i32.const 48) (local.get $digit))))

  (func $digit (param $at i32) (result i32)
    (i32.sub (i32.load8_u (local.get $at)) (i32.const 48)))

  ;; Describes a state.
  (func $describe (param $stones i32) (param $turn i32) (result i32)
    (local $length i32)
    (if (i32.eqz (local.get $stones))
      (then
        (local.set $length (call $say (i32.const 1400) (i32.const 56)))
        (call $put (i32.const 11) (local.get $turn))
        ;; Who moved last took the last stone.
        (call $put (i32.const 35) (i32.sub (i32.const 1) (local.get $turn)))
        (return (local.get $length))))
    (local.set $length
      (if (result i32) (i32.eq (local.get $stones) (i32.const 1))
        (then (call $say (i32.const 1300) (i32.const 54)))
        (else (if (result i32) (i32.eq (local.get $stones) (i32.const 2))
          (then (call $say (i32.const 1200) (i32.const 59)))
          (else (call $say (i32.const 1100) (i32.const 63)))))))
    (call $put (i32.const 10) (local.get $stones))
    (call $put (i32.const 11) (local.get $turn))
    (call $put (i32.const 21) (local.get $turn))
    (if (i32.gt_u (local.get $stones) (i32.const 2))
      (then (call $put (i32.const 53) (local.get $stones))))
    (local.get $length))

  (func $play (result i32)
    (local $stones i32) (local $taken i32)
    (local.set $stones (call $digit (i32.const 22)))
    (local.set $taken (call $digit (i32.const 34)))
    (if (i32.or (i32.gt_u (local.get $taken) (local.get $stones))
                (i32.gt_u (i32.sub (local.get $taken) (i32.const 1)) (i32.const 2)))
      (then (return (call $say (i32.const 1500) (i32.const 32)))))
    (call $describe
      (i32.sub (local.get $stones) (local.get $taken))
      (i32.sub (i32.const 1) (call $digit (i32.const 23)))))

  (func (export "answer") (param i32) (result i32)
    (if (i32.eq (i32.load8_u (i32.const 7)) (i32.const 104)) ;; h
      (then (return (call $say (i32.const 1024) (i32.const 50)))))
    (if (i32.eq (i32.load8_u (i32.const 7)) (i32.const 105)) ;; i
      (then (return (call $describe (i32.const 9) (i32.const 0)))))
    (call $play)))
