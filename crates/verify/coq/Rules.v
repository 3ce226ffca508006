(* The rules of the puzzles, as functions from a position to the positions after its moves. The
   digits of a position are those of the proof files. *)

Require Import List Arith Bool.
Import ListNotations.
Require Import Bound.

(* The digit of a cell, and the list with another digit there. *)
Definition at_cell (p : position) (cell : nat) : nat := nth cell p 0.

Fixpoint put (p : position) (cell digit : nat) : position :=
  match p, cell with
  | [], _ => []
  | _ :: rest, 0 => digit :: rest
  | d :: rest, S before => d :: put rest before digit
  end.

Fixpoint same (p q : position) : bool :=
  match p, q with
  | [], [] => true
  | d :: p, e :: q => Nat.eqb d e && same p q
  | _, _ => false
  end.

Definition exchange (p : position) (a b : nat) : position := put (put p a (at_cell p b)) b (at_cell p a).

(* Sliding tiles. The digits are the tiles on the cells, row by row; 0 is the gap. *)
Section Tiles.
  Variables rows columns : nat.

  Fixpoint cell_of (tile : nat) (p : position) : nat :=
    match p with
    | [] => 0
    | d :: rest => if Nat.eqb d tile then 0 else S (cell_of tile rest)
    end.

  (* The positions while the gap goes on in one direction, at most `room` cells. *)
  Fixpoint run (room : nat) (step : nat -> nat) (gap : nat) (p : position) : list position :=
    match room with
    | 0 => []
    | S less => let after := exchange p gap (step gap) in after :: run less step (step gap) after
    end.

  (* `far` is 1 for steps; for lines, the longest side. *)
  Definition tiles_moves (far : nat) (p : position) : list position :=
    let gap := cell_of 0 p in
    let row := gap / columns in
    let column := gap mod columns in
    run (min far row) (fun cell => cell - columns) gap p
    ++ run (min far (rows - 1 - row)) (fun cell => cell + columns) gap p
    ++ run (min far column) (fun cell => cell - 1) gap p
    ++ run (min far (columns - 1 - column)) (fun cell => cell + 1) gap p.
End Tiles.

(* Lights. `presses` has for each press the lights that it changes; with turns, the last digit is
   the number of turns left. *)
Section Lights.
  Variable colours : nat.
  Variable presses : list (list nat).

  Definition press (p : position) (lights : list nat) : position :=
    fold_left (fun p light => put p light ((at_cell p light + 1) mod colours)) lights p.

  Definition lights_moves (p : position) : list position := map (press p) presses.

  Definition lights_moves_in_turns (p : position) : list position :=
    let last := length p - 1 in
    match at_cell p last with
    | 0 => []
    | S less => map (fun lights => put (press p lights) last less) presses
    end.

  Definition is_dark (p : position) : bool := forallb (Nat.eqb 0) p.
End Lights.

(* Peg solitaire. A jump is the holes that a peg leaves, jumps over and lands on; 1 is a peg. *)
Section Pegs.
  Definition jump := (nat * nat * nat)%type.
  Variable jumps : list jump.

  Definition can (p : position) (j : jump) : bool :=
    let '(from, over, to) := j in
    Nat.eqb (at_cell p from) 1 && Nat.eqb (at_cell p over) 1 && Nat.eqb (at_cell p to) 0.

  Definition after_jump (p : position) (j : jump) : position :=
    let '(from, over, to) := j in put (put (put p from 0) over 0) to 1.

  Definition jumps_moves (p : position) : list position :=
    map (after_jump p) (filter (can p) jumps).

  (* The positions after one, two and more jumps of the peg in a hole. Each jump takes a peg, so
     `fuel` is the number of pegs. *)
  Fixpoint sweeps (fuel : nat) (hole : nat) (p : position) : list position :=
    match fuel with
    | 0 => []
    | S less =>
      flat_map
        (fun j => let '(from, _, to) := j in
                  if Nat.eqb from hole && can p j
                  then let after := after_jump p j in after :: sweeps less to after
                  else [])
        jumps
    end.

  Definition sweeps_moves (p : position) : list position :=
    flat_map (fun hole => sweeps (length p) hole p) (seq 0 (length p)).

  Definition pegs (p : position) : nat := fold_left Nat.add p 0.
  Definition is_one (p : position) : bool := Nat.eqb (pegs p) 1.
  Definition at_most (most : nat) (p : position) : bool := Nat.leb (pegs p) most.
  Definition is_stuck (p : position) : bool := negb (existsb (can p) jumps).
End Pegs.

(* Sliding blocks. A kind of pieces has places: the cells of a piece there, the next place up, down,
   left and right, and for each goal line whether it holds. The digits are the places of the
   pieces; `kinds` has the kind of each piece, and pieces of one kind are in order. *)
Section Blocks.
  Record place := { cells : list nat; next : list (option nat); fulfils : list bool }.
  Definition nowhere := {| cells := []; next := []; fulfils := [] |}.
  Variable kinds : list (list place).
  Variable kind_of : list nat.
  Inductive metric := Slides | Steps | Paths.
  Variable count : metric.

  Definition place_of (piece digit : nat) : place := nth digit (nth (nth piece kind_of 0) kinds []) nowhere.

  Definition covered_by_others (piece : nat) (p : position) : list nat :=
    flat_map (fun other => if Nat.eqb other piece then [] else cells (place_of other (at_cell p other)))
             (seq 0 (length p)).

  (* The next place in a direction, if the others leave it free. *)
  Definition step (cover : list nat) (piece way from : nat) : option nat :=
    match nth way (next (place_of piece from)) None with
    | Some to =>
      if existsb (fun cell => existsb (Nat.eqb cell) cover) (cells (place_of piece to)) then None else Some to
    | None => None
    end.

  Fixpoint slide (fuel : nat) (cover : list nat) (piece way from : nat) : list nat :=
    match fuel with
    | 0 => []
    | S less =>
      match step cover piece way from with
      | Some to => to :: slide less cover piece way to
      | None => []
      end
    end.

  Definition around (cover : list nat) (piece from : nat) : list nat :=
    flat_map (fun way => match step cover piece way from with Some to => [to] | None => [] end) (seq 0 4).

  (* Places by any way: grown as often as there are places. *)
  Fixpoint grow (fuel : nat) (cover : list nat) (piece : nat) (found : list nat) : list nat :=
    match fuel with
    | 0 => found
    | S less =>
      grow less cover piece
        (fold_left (fun all to => if existsb (Nat.eqb to) all then all else all ++ [to])
                   (flat_map (around cover piece) found) found)
    end.

  Definition reach (cover : list nat) (piece from : nat) : list nat :=
    let most := length (nth (nth piece kind_of 0) kinds []) in
    match count with
    | Steps => around cover piece from
    | Slides => flat_map (fun way => slide most cover piece way from) (seq 0 4)
    | Paths => tl (grow most cover piece [from])
    end.

  (* A digit put in order among those of its kind: the pieces of one kind follow each other. *)
  Fixpoint insert (kind digit : nat) (pieces : list (nat * nat)) : list (nat * nat) :=
    match pieces with
    | [] => [(kind, digit)]
    | (k, d) :: rest =>
      if Nat.ltb k kind || (Nat.eqb k kind && Nat.ltb d digit)
      then (k, d) :: insert kind digit rest
      else (kind, digit) :: pieces
    end.

  Definition moved (p : position) (piece to : nat) : position :=
    let others := filter (fun other => negb (Nat.eqb (fst other) piece)) (combine (seq 0 (length p)) p) in
    let with_kinds := map (fun other => (nth (fst other) kind_of 0, snd other)) others in
    map snd (insert (nth piece kind_of 0) to with_kinds).

  Definition blocks_moves (p : position) : list position :=
    flat_map
      (fun piece =>
         let cover := covered_by_others piece p in
         map (moved p piece) (reach cover piece (at_cell p piece)))
      (seq 0 (length p)).

  Definition blocks_goal (goals : nat) (p : position) : bool :=
    forallb
      (fun goal => existsb (fun piece => nth goal (fulfils (place_of piece (at_cell p piece))) false)
                           (seq 0 (length p)))
      (seq 0 goals).
End Blocks.

(* Steps back: the positions from which a move leads here. That they are complete is the hypothesis
   of `check_both_sound`; that they are complete is not proved and not tested exhaustively. *)
Definition lights_back (colours : nat) (presses : list (list nat)) (p : position) : list position :=
  map (fun lights =>
         fold_left (fun p light => put p light ((at_cell p light + colours - 1) mod colours)) lights p)
      presses.

Definition lights_back_in_turns (colours turns : nat) (presses : list (list nat)) (p : position)
  : list position :=
  let last := length p - 1 in
  if Nat.ltb (at_cell p last) turns
  then map (fun q => put q last (S (at_cell p last))) (lights_back colours presses p)
  else [].

Definition could (p : position) (j : jump) : bool :=
  let '(from, over, to) := j in
  Nat.eqb (at_cell p from) 0 && Nat.eqb (at_cell p over) 0 && Nat.eqb (at_cell p to) 1.

Definition before_jump (p : position) (j : jump) : position :=
  let '(from, over, to) := j in put (put (put p from 1) over 1) to 0.

Definition jumps_back (jumps : list jump) (p : position) : list position :=
  map (before_jump p) (filter (could p) jumps).

Fixpoint sweeps_before (jumps : list jump) (fuel hole : nat) (p : position) : list position :=
  match fuel with
  | 0 => []
  | S less =>
    flat_map
      (fun j => let '(from, _, to) := j in
                if Nat.eqb to hole && could p j
                then let before := before_jump p j in before :: sweeps_before jumps less from before
                else [])
      jumps
  end.

Definition sweeps_back (jumps : list jump) (p : position) : list position :=
  flat_map (fun hole => sweeps_before jumps (length p) hole p) (seq 0 (length p)).

(* What an accepted proof means for each family. *)
Corollary tiles_bound :
  forall rows columns far goal start layers,
    check (tiles_moves rows columns far) (same goal) start layers = true ->
    forall n, n < length layers -> ~ solves (tiles_moves rows columns far) (same goal) n start.
Proof. intros. eapply check_sound; eauto. Qed.

Corollary blocks_bound :
  forall kinds kind_of count goals start layers,
    check (blocks_moves kinds kind_of count) (blocks_goal kinds kind_of goals) start layers = true ->
    forall n, n < length layers ->
      ~ solves (blocks_moves kinds kind_of count) (blocks_goal kinds kind_of goals) n start.
Proof. intros. eapply check_sound; eauto. Qed.

Corollary pegs_bound :
  forall jumps goal start layers,
    check (sweeps_moves jumps) goal start layers = true ->
    forall n, n < length layers -> ~ solves (sweeps_moves jumps) goal n start.
Proof. intros. eapply check_sound; eauto. Qed.

Corollary lights_bound :
  forall colours presses start layers,
    check (lights_moves colours presses) is_dark start layers = true ->
    forall n, n < length layers -> ~ solves (lights_moves colours presses) is_dark n start.
Proof. intros. eapply check_sound; eauto. Qed.
