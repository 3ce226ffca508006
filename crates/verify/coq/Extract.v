(* The checker as OCaml. Natural numbers become machine integers, and lists, pairs and truth values
   those of OCaml: this translation is believed, not proved. *)

Require Import Bound Rules.
Require Extraction.
Require Import ExtrOcamlBasic ExtrOcamlNatInt.

Extraction "checker.ml"
  check check_closed check_both
  tiles_moves same
  lights_moves lights_moves_in_turns lights_back lights_back_in_turns is_dark
  jumps_moves sweeps_moves jumps_back sweeps_back is_one at_most is_stuck
  blocks_moves blocks_goal.
