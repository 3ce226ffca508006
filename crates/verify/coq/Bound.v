(* The theorem behind all proofs, and the checker for lists of positions in layers.

   Nothing here depends on a puzzle: positions are lists of numbers, `moves` is any function, and
   `goal` is any predicate. `Rules.v` has the puzzles. *)

Require Import List Arith Bool Lia.
Import ListNotations.

(* A number for every position that is 0 at goals and falls by at most 1 a move is a lower bound. *)
Section LowerBound.
  Variable position : Type.
  Variable move : position -> position -> Prop.
  Variable goal : position -> Prop.

  Inductive game : nat -> position -> position -> Prop :=
  | game_over : forall p, game 0 p p
  | game_move : forall n p q r, move p q -> game n q r -> game (S n) p r.

  Theorem lower_bound :
    forall phi : position -> nat,
      (forall p, goal p -> phi p = 0) ->
      (forall p q, move p q -> phi p <= S (phi q)) ->
      forall n p g, game n p g -> goal g -> phi p <= n.
  Proof.
    intros phi at_goals falls n p g played solved.
    induction played as [p | n p q r moved _ rest].
    - rewrite (at_goals p solved). lia.
    - specialize (falls p q moved). specialize (rest solved). lia.
  Qed.

  (* A sum of numbers is a lower bound too if each move lowers one of them by at most 1 and does
     not lower the others: pattern databases, where a tile is in one pattern at most. *)
  Theorem sum_of_bounds :
    forall phi psi : position -> nat,
      (forall p, goal p -> phi p = 0 /\ psi p = 0) ->
      (forall p q, move p q ->
         (phi p <= S (phi q) /\ psi p <= psi q) \/ (phi p <= phi q /\ psi p <= S (psi q))) ->
      forall n p g, game n p g -> goal g -> phi p + psi p <= n.
  Proof.
    intros phi psi at_goals falls n p g played solved.
    apply (lower_bound (fun p => phi p + psi p)) with (g := g); auto.
    - intros q is_goal. destruct (at_goals q is_goal). lia.
    - intros q r moved. destruct (falls q r moved); lia.
  Qed.
End LowerBound.

(* Sets of positions: tries with one level for each number. *)
Definition position := list nat.

Inductive trie : Type := Node : bool -> list (nat * trie) -> trie.

Definition empty := Node false [].

Fixpoint member (p : position) (t : trie) : bool :=
  match t with
  | Node here below =>
    match p with
    | [] => here
    | d :: rest =>
      (fix find (l : list (nat * trie)) : bool :=
         match l with
         | [] => false
         | (e, inner) :: others => if Nat.eqb d e then member rest inner else find others
         end) below
    end
  end.

Fixpoint add (p : position) (t : trie) : trie :=
  match p, t with
  | [], Node _ below => Node true below
  | d :: rest, Node here below =>
    Node here
      ((fix put (l : list (nat * trie)) : list (nat * trie) :=
          match l with
          | [] => [(d, add rest empty)]
          | (e, inner) :: others =>
            if Nat.eqb d e then (e, add rest inner) :: others else (e, inner) :: put others
          end) below)
  end.

Lemma member_empty : forall p, member p empty = false.
Proof. destruct p; reflexivity. Qed.

Lemma member_add : forall q p t, member p (add q t) = true -> p = q \/ member p t = true.
Proof.
  induction q as [| d q IH]; intros p [here below].
  - destruct p as [| e p]; simpl; auto.
  - destruct p as [| e p]; simpl; auto.
    induction below as [| [f inner] others IHbelow]; simpl.
    + destruct (Nat.eqb e d) eqn:same; [| discriminate].
      intro found. apply Nat.eqb_eq in same. subst e.
      destruct (IH p empty found) as [equal | impossible].
      * left. congruence.
      * rewrite member_empty in impossible. discriminate.
    + destruct (Nat.eqb d f) eqn:is_here; simpl.
      * destruct (Nat.eqb e f) eqn:same; auto.
        intro found. apply Nat.eqb_eq in same. apply Nat.eqb_eq in is_here. subst.
        destruct (IH p inner found) as [equal | old]; [left; congruence | right; exact old].
      * destruct (Nat.eqb e f) eqn:same; auto.
Qed.

Definition add_all (l : list position) (t : trie) : trie := fold_left (fun t p => add p t) l t.

Lemma member_add_all :
  forall l t p, member p (add_all l t) = true -> In p l \/ member p t = true.
Proof.
  induction l as [| q l IH]; simpl; auto.
  intros t p found. destruct (IH _ _ found) as [later | before]; auto.
  destruct (member_add q p t before) as [equal | old]; auto.
Qed.

(* The checker. *)
Section Layers.
  Variable moves : position -> list position.
  Variable goal : position -> bool.

  Definition leads (p q : position) : Prop := In q (moves p).
  Definition solves (n : nat) (p : position) : Prop :=
    exists g, game position leads n p g /\ goal g = true.

  (* `seen` are all positions of the layers so far. The first layer is the head of `layers`, which
     `seen` contains already. *)
  Fixpoint check_from (seen : trie) (layers : list (list position)) : bool :=
    match layers with
    | [] => true
    | layer :: rest =>
      forallb (fun p => negb (goal p)) layer &&
      match rest with
      | [] => true
      | next :: _ =>
        let after := add_all next seen in
        forallb (fun p => forallb (fun q => member q after) (moves p)) layer && check_from after rest
      end
    end.

  Definition check (start : position) (layers : list (list position)) : bool :=
    match layers with
    | [] => false
    | first :: _ => let seen := add_all first empty in member start seen && check_from seen layers
    end.

  (* One layer that no move leaves and that contains no goal. *)
  Definition check_closed (start : position) (layer : list position) : bool :=
    let seen := add_all layer empty in
    member start seen
    && forallb (fun p => negb (goal p) && forallb (fun q => member q seen) (moves p)) layer.

  (* From a position that was seen and whose moves lead to what was seen, no game of fewer moves
     than there are layers ends at a goal. `old` are the positions of earlier layers. *)
  Lemma check_from_sound :
    forall layers old seen,
      (forall p, member p seen = true ->
         (In p old /\ goal p = false /\ forall q, In q (moves p) -> member q seen = true)
         \/ match layers with first :: _ => In p first | [] => False end) ->
      check_from seen layers = true ->
      forall n p, member p seen = true -> n < length layers -> ~ solves n p.
  Proof.
    induction layers as [| layer rest IH]; intros old seen known checked n p is_seen short [g [played solved]].
    - simpl in short. lia.
    - simpl in checked. apply andb_true_iff in checked. destruct checked as [no_goal further].
      rewrite forallb_forall in no_goal.
      assert (not_solved : forall q, member q seen = true -> goal q = false).
      { intros q q_seen. destruct (known q q_seen) as [[_ [unsolved _]] | listed]; auto.
        specialize (no_goal q listed). apply negb_true_iff in no_goal. exact no_goal. }
      destruct n as [| n].
      + inversion played; subst. rewrite (not_solved g is_seen) in solved. discriminate.
      + inversion played as [| n' p' q r moved rest_played]; subst.
        destruct rest as [| next others]; [simpl in short; lia |].
        apply andb_true_iff in further. destruct further as [steps deeper].
        rewrite forallb_forall in steps.
        assert (grows : forall x, member x seen = true -> member x (add_all next seen) = true).
        { clear. revert seen. induction next as [| y next IHnext]; simpl; auto.
          intros seen x x_seen. apply IHnext. clear -x_seen.
          revert y seen x_seen. induction x as [| e x IHx]; intros y [here below] x_seen.
          - destruct y as [| d y]; simpl in *; auto.
          - destruct y as [| d y]; simpl in *; auto.
            induction below as [| [f inner] more IHmore]; simpl in *; [discriminate |].
            destruct (Nat.eqb d f) eqn:df; simpl.
            + destruct (Nat.eqb e f) eqn:ef; auto.
            + destruct (Nat.eqb e f) eqn:ef; auto. }
        assert (all_moves : forall x y, member x seen = true -> In y (moves x) ->
                            member y (add_all next seen) = true).
        { intros x y x_seen moves_to. destruct (known x x_seen) as [[_ [_ closed]] | listed].
          - apply grows. apply closed. exact moves_to.
          - specialize (steps x listed). rewrite forallb_forall in steps. apply steps. exact moves_to. }
        apply (IH (old ++ layer) (add_all next seen)) with (n := n) (p := q).
        * intros x x_in. destruct (member_add_all next seen x x_in) as [new | before]; auto.
          left. repeat split.
          -- destruct (known x before) as [[was_old _] | listed]; apply in_or_app; auto.
          -- apply not_solved. exact before.
          -- intros y moves_to. apply (all_moves x); auto.
        * exact deeper.
        * apply (all_moves p); auto.
        * simpl in *. lia.
        * exists g. split; auto.
  Qed.

  Theorem check_sound :
    forall start layers, check start layers = true ->
      forall n, n < length layers -> ~ solves n start.
  Proof.
    intros start [| first rest] checked n short; [discriminate |].
    simpl in checked. apply andb_true_iff in checked. destruct checked as [is_seen further].
    apply (check_from_sound (first :: rest) [] (add_all first empty)); auto.
    intros p found. right. destruct (member_add_all first empty p found) as [listed | impossible]; auto.
    rewrite member_empty in impossible. discriminate.
  Qed.

  Theorem check_closed_sound :
    forall start layer, check_closed start layer = true -> forall n, ~ solves n start.
  Proof.
    intros start layer checked n. unfold check_closed in checked.
    apply andb_true_iff in checked. destruct checked as [is_seen all].
    rewrite forallb_forall in all.
    assert (listed : forall p, member p (add_all layer empty) = true -> In p layer).
    { intros p found. destruct (member_add_all layer empty p found) as [here | impossible]; auto.
      rewrite member_empty in impossible. discriminate. }
    revert start is_seen. induction n as [| n IH]; intros start is_seen [g [played solved]].
    - inversion played; subst. specialize (all g (listed g is_seen)).
      rewrite solved in all. discriminate.
    - inversion played as [| n' p' q r moved rest_played]; subst.
      specialize (all start (listed start is_seen)). apply andb_true_iff in all.
      destruct all as [_ steps]. rewrite forallb_forall in steps.
      apply (IH q (steps q moved)). exists g. split; auto.
  Qed.
End Layers.

(* What is added is a member, and what was a member stays one. *)
Lemma add_grows : forall x y t, member x t = true -> member x (add y t) = true.
Proof.
  induction x as [| e x IH]; intros y [here below] found.
  - destruct y as [| d y]; simpl in *; auto.
  - destruct y as [| d y]; simpl in *; auto.
    induction below as [| [f inner] more IHmore]; simpl in *; [discriminate |].
    destruct (Nat.eqb d f) eqn:df; simpl.
    + destruct (Nat.eqb e f) eqn:ef; auto.
    + destruct (Nat.eqb e f) eqn:ef; auto.
Qed.

Lemma add_adds : forall x t, member x (add x t) = true.
Proof.
  induction x as [| e x IH]; intros [here below]; simpl; auto.
  induction below as [| [f inner] more IHmore]; simpl.
  - rewrite Nat.eqb_refl. apply IH.
  - destruct (Nat.eqb e f) eqn:ef; simpl; rewrite ef; auto.
Qed.

Lemma add_all_grows : forall l t x, member x t = true -> member x (add_all l t) = true.
Proof. induction l as [| y l IH]; simpl; auto. intros t x found. apply IH. apply add_grows. exact found. Qed.

Lemma add_all_adds : forall l t x, In x l -> member x (add_all l t) = true.
Proof.
  induction l as [| y l IH]; simpl; intros t x listed; [contradiction |].
  destruct listed as [same | later]; [| apply IH; exact later].
  subst. apply add_all_grows. apply add_adds.
Qed.

Lemma listed_in : forall l x, member x (add_all l empty) = true -> In x l.
Proof.
  intros l x found. destruct (member_add_all l empty x found) as [listed | impossible]; auto.
  rewrite member_empty in impossible. discriminate.
Qed.

(* Layers from both ends. `moves_back p` must contain every position from which a move leads to p,
   and `goals` every goal. *)
Section BothEnds.
  Variable moves moves_back : position -> list position.
  Variable goal : position -> bool.
  Variable goals : list position.

  Fixpoint check_steps (step : position -> list position) (seen : trie) (layers : list (list position)) : bool :=
    match layers with
    | layer :: ((next :: _) as rest) =>
      let after := add_all next seen in
      forallb (fun p => forallb (fun q => member q after) (step p)) layer && check_steps step after rest
    | _ => true
    end.

  Definition check_both (start : position) (ahead back : list (list position)) : bool :=
    match ahead, back with
    | first :: _, last :: _ =>
      let from_start := add_all first empty in
      let from_goals := add_all last empty in
      let all_back := add_all (concat back) empty in
      member start from_start
      && forallb (fun g => member g from_goals) goals
      && check_steps moves from_start ahead
      && check_steps moves_back from_goals back
      && forallb (fun p => negb (member p all_back)) (concat ahead)
    | _, _ => false
    end.

  Lemma steps_sound :
    forall step layers old seen,
      (forall p, member p seen = true ->
         (In p old /\ forall q, In q (step p) -> member q seen = true)
         \/ match layers with first :: _ => In p first | [] => False end) ->
      check_steps step seen layers = true ->
      forall n p r, member p seen = true -> n < length layers ->
        game position (fun a b => In b (step a)) n p r -> In r (old ++ concat layers).
  Proof.
    intros step layers. induction layers as [| layer rest IH];
      intros old seen known checked n p r p_seen short played; [simpl in short; lia |].
    inversion played as [p' | m p' q r' moved rest_played]; subst.
    - apply in_or_app. destruct (known r p_seen) as [[was_old _] | listed]; [left; exact was_old |].
      right. simpl. apply in_or_app. left. exact listed.
    - destruct rest as [| next others]; [simpl in short; lia |].
      simpl in checked. apply andb_true_iff in checked. destruct checked as [steps deeper].
      rewrite forallb_forall in steps.
      assert (all_steps : forall x y, member x seen = true -> In y (step x) ->
                          member y (add_all next seen) = true).
      { intros x y x_seen leads_to. destruct (known x x_seen) as [[_ closed] | listed].
        - apply add_all_grows. apply closed. exact leads_to.
        - specialize (steps x listed). rewrite forallb_forall in steps. apply steps. exact leads_to. }
      assert (found : In r ((old ++ layer) ++ concat (next :: others))).
      { apply (IH (old ++ layer) (add_all next seen)) with (n := m) (p := q); auto.
        - intros x x_in. destruct (member_add_all next seen x x_in) as [new | before]; auto.
          left. split.
          + destruct (known x before) as [[was_old _] | listed]; apply in_or_app; auto.
          + intros y leads_to. apply (all_steps x); auto.
        - apply (all_steps p); auto.
        - simpl in *. lia. }
      simpl. rewrite <- app_assoc in found. exact found.
  Qed.

  Lemma layers_reach :
    forall step first rest,
      check_steps step (add_all first empty) (first :: rest) = true ->
      forall n p r, member p (add_all first empty) = true -> n <= length rest ->
        game position (fun a b => In b (step a)) n p r -> In r (concat (first :: rest)).
  Proof.
    intros step first rest checked n p r p_seen short played.
    change (In r ([] ++ concat (first :: rest))).
    apply (steps_sound step (first :: rest) [] (add_all first empty)) with (n := n) (p := p); auto.
    - intros x found. right. apply listed_in. exact found.
    - simpl. lia.
  Qed.

  Lemma split_game :
    forall i j p r, game position (leads moves) (i + j) p r ->
      exists m, game position (leads moves) i p m /\ game position (leads moves) j m r.
  Proof.
    induction i as [| i IH]; intros j p r played.
    - exists p. split; [constructor | exact played].
    - simpl in played. inversion played as [| n p' q r' moved rest_played]; subst.
      destruct (IH j q r rest_played) as [m [to_m from_m]].
      exists m. split; [| exact from_m]. apply game_move with (q := q); auto.
  Qed.

  Lemma one_more :
    forall n p q r, game position (fun a b => In b (moves_back a)) n p q -> In r (moves_back q) ->
      game position (fun a b => In b (moves_back a)) (S n) p r.
  Proof.
    induction n as [| n IH]; intros p q r played last; inversion played; subst.
    - apply game_move with (q := r); [exact last | constructor].
    - eapply game_move; [eassumption |]. eapply IH; eassumption.
  Qed.

  Lemma turn_round :
    (forall p q, In q (moves p) -> In p (moves_back q)) ->
    forall n p r, game position (leads moves) n p r ->
      game position (fun a b => In b (moves_back a)) n r p.
  Proof.
    intros complete n p r played. induction played as [p | n p q r moved _ back].
    - constructor.
    - apply one_more with (q := q); auto.
  Qed.

  Theorem check_both_sound :
    (forall p q, In q (moves p) -> In p (moves_back q)) ->
    (forall g, goal g = true -> In g goals) ->
    forall start ahead back, check_both start ahead back = true ->
      forall n, n + 2 <= length ahead + length back -> ~ solves moves goal n start.
  Proof.
    intros complete all_goals start [| first ahead] [| last back] checked n short;
      try discriminate.
    intros [g [played solved]]. unfold check_both in checked. cbv zeta in checked.
    apply andb_true_iff in checked. destruct checked as [checked apart].
    apply andb_true_iff in checked. destruct checked as [checked steps_back].
    apply andb_true_iff in checked. destruct checked as [checked steps].
    apply andb_true_iff in checked. destruct checked as [is_seen listed].
    rewrite forallb_forall in apart, listed.
    simpl in short.
    assert (parts : exists i j, i + j = n /\ i <= length ahead /\ j <= length back).
    { destruct (le_lt_dec n (length ahead)).
      - exists n, 0. lia.
      - exists (length ahead), (n - length ahead). lia. }
    destruct parts as [i [j [total [i_short j_short]]]]. subst n.
    destruct (split_game i j start g played) as [m [to_m from_m]].
    assert (m_ahead : In m (concat (first :: ahead))).
    { apply (layers_reach moves first ahead steps i start m); auto. }
    assert (m_back : In m (concat (last :: back))).
    { apply (layers_reach moves_back last back steps_back j g m); auto.
      apply turn_round; auto. }
    specialize (apart m m_ahead). apply negb_true_iff in apart.
    assert (is_member : member m (add_all (concat (last :: back)) empty) = true).
    { apply add_all_adds. exact m_back. }
    rewrite is_member in apart. discriminate.
  Qed.
End BothEnds.

Print Assumptions lower_bound.
Print Assumptions check_sound.
Print Assumptions check_closed_sound.
Print Assumptions check_both_sound.
