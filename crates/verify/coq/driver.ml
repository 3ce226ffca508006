(* Reads a puzzle and a proof by layers, and runs the extracted checker on them. Reading is not
   proved: docs/proofs.md has the formats.

   Exit codes: 0 accepted, 1 not accepted, 2 a proof of another method. *)

open Checker

exception Wrong of string

let wrong why = raise (Wrong why)
let file name =
  let channel = open_in_bin name in
  let text = really_input_string channel (in_channel_length channel) in
  close_in channel; text
let words line = List.filter (fun word -> word <> "") (String.split_on_char ' ' line)
let pair word = Scanf.sscanf word "%d,%d" (fun one other -> (one, other))
let rec range from until = if from >= until then [] else from :: range (from + 1) until

(* A puzzle: bases of the digits, start, goal, goals if they are listed, moves, moves back. *)
type puzzle = {
  bases : int list;
  start : int list;
  is_goal : int list -> bool;
  goals : int list list option;
  moves : int list -> int list list;
  back : int list -> int list list;
  is_lights : bool;
}

let value lines word =
  match List.find_opt (fun line -> List.hd line = word) lines with
  | Some (_ :: rest) -> rest
  | _ -> wrong ("no line " ^ word)

let values lines word = List.filter_map (fun line -> if List.hd line = word then Some (List.tl line) else None) lines

let tiles metric lines =
  let numbers word = List.map int_of_string (value lines word) in
  let rows, columns = match numbers "size" with [ r; c ] -> (r, c) | _ -> wrong "size" in
  let goal = numbers "goal" in
  let far = if metric = "lines" then max rows columns else 1 in
  let moves = tiles_moves rows columns far in
  { bases = List.map (fun _ -> rows * columns) goal; start = numbers "start"; is_goal = same goal;
    goals = Some [ goal ]; moves; back = moves; is_lights = false }

let lights lines =
  let one word default = match values lines word with [ n ] :: _ -> int_of_string n | _ -> default in
  let colours = one "colours" 2 and turns = one "turns" (-1) in
  let rows = List.map List.hd (values lines "row") in
  let levels, presses =
    if rows = [] then
      let changed line = List.map int_of_string (List.tl line) in
      (List.concat_map (List.map int_of_string) (values lines "levels"), List.map changed (values lines "press"))
    else
      let width = String.length (List.hd rows) and height = List.length rows in
      let digit sign = Char.code sign - Char.code '0' in
      let levels = List.concat_map (fun row -> List.map digit (List.of_seq (String.to_seq row))) rows in
      let lit at =
        let r = at / width and c = at mod width in
        let beside = [ (r - 1, c); (r, c - 1); (r, c); (r, c + 1); (r + 1, c) ] in
        let inside = List.filter (fun (r, c) -> r >= 0 && c >= 0 && r < height && c < width) beside in
        List.map (fun (r, c) -> (r * width) + c) inside
      in
      (levels, List.map lit (range 0 (width * height)))
  in
  let bases = List.map (fun _ -> colours) levels in
  let dark = List.map (fun _ -> 0) levels @ [ 0 ] in
  let with_turns = turns >= 0 in
  { bases = bases @ [ (if with_turns then turns + 1 else 1) ];
    start = levels @ [ (if with_turns then turns else 0) ];
    is_goal = is_dark; goals = Some [ dark ];
    moves = (if with_turns then lights_moves_in_turns colours presses else lights_moves colours presses);
    back = (if with_turns then lights_back_in_turns colours turns presses else lights_back colours presses);
    is_lights = true }

let pegs metric lines =
  let holes word =
    let row r text = List.mapi (fun c sign -> ((c, r), sign)) (List.of_seq (String.to_seq (List.hd text))) in
    List.filter (fun (_, sign) -> sign <> '.') (List.concat (List.mapi row (values lines word)))
  in
  let all = holes "row" in
  let places = Array.of_list (List.map fst all) in
  let hole place = List.find_opt (fun at -> places.(at) = place) (range 0 (Array.length places)) in
  let digits holes = List.map (fun (_, sign) -> if sign = 'x' then 1 else 0) holes in
  let jump from (right, down) =
    let column, row = places.(from) in
    match (hole (column + right, row + down), hole (column + (2 * right), row + (2 * down))) with
    | Some over, Some into -> [ ((from, over), into) ]
    | _ -> []
  in
  let directions = List.map pair (value lines "directions") in
  let jumps = List.concat_map (fun from -> List.concat_map (jump from) directions) (range 0 (Array.length places)) in
  let only at = List.map (fun other -> if other = at then 1 else 0) (range 0 (Array.length places)) in
  let is_goal, goals =
    match value lines "goal" with
    | [ "one" ] -> (is_one, Some (List.map only (range 0 (Array.length places))))
    | [ "stuck" ] -> (is_stuck jumps, None)
    | [ "most"; most ] -> (at_most (int_of_string most), None)
    | _ -> let the_end = digits (holes "end") in (same the_end, Some [ the_end ])
  in
  { bases = List.map (fun _ -> 2) all; start = digits all; is_goal; goals; is_lights = false;
    moves = (if metric = "moves" then sweeps_moves jumps else jumps_moves jumps);
    back = (if metric = "moves" then sweeps_back jumps else jumps_back jumps) }

let blocks metric lines =
  let rows, columns = match value lines "grid" with [ r; c ] -> (int_of_string r, int_of_string c) | _ -> wrong "grid" in
  let cells word = List.concat_map (List.map pair) (values lines word) in
  let walls = cells "wall" and gates = cells "gate" in
  let goal words =
    let rec split who = function
      | "at" :: places -> (List.map int_of_string who, List.map pair places)
      | word :: rest -> split (word :: who) rest
      | [] -> wrong "goal"
    in
    split [] words
  in
  let goals = List.map goal (values lines "goal") in
  let directions = [ (-1, 0); (1, 0); (0, -1); (0, 1) ] in
  let kind number words =
    let free, shape, corners = match words with f :: s :: c -> (f, s, List.map pair c) | _ -> wrong "pieces" in
    let passes = String.contains free '+' in
    let may way =
      match String.concat "" (String.split_on_char '+' free) with
      | "both" -> true | "vertical" -> way < 2 | "horizontal" -> way >= 2 | _ -> false in
    let row r text = List.mapi (fun c sign -> ((r, c), sign)) (List.of_seq (String.to_seq text)) in
    let cells = List.concat (List.mapi row (String.split_on_char '/' shape)) in
    let cells = List.filter_map (fun (cell, sign) -> if sign = '#' then Some cell else None) cells in
    let on (r, c) = List.map (fun (dr, dc) -> (r + dr, c + dc)) cells in
    let fits corner =
      List.for_all
        (fun (r, c) ->
          r >= 0 && c >= 0 && r < rows && c < columns
          && (not (List.mem (r, c) walls)) && (passes || not (List.mem (r, c) gates)))
        (on corner) in
    let beside (r, c) way = let dr, dc = List.nth directions way in (r + dr, c + dc) in
    let rec reach found = function
      | [] -> List.sort compare found
      | corner :: rest ->
        let next = List.filter may (range 0 4) |> List.map (beside corner) in
        let next = List.filter (fun at -> fits at && not (List.mem at found)) next in
        reach (next @ found) (next @ rest) in
    if not (List.for_all fits corners) then wrong "a piece does not fit";
    let places = reach corners corners in
    let number_of corner =
      let rec find at = function [] -> None | other :: rest -> if other = corner then Some at else find (at + 1) rest in
      find 0 places in
    let place corner =
      { cells = List.map (fun (r, c) -> (r * columns) + c) (on corner);
        next = List.map (fun way -> if may way then number_of (beside corner way) else None) (range 0 4);
        fulfils = List.map (fun (who, at) -> List.mem number who && List.mem corner at) goals } in
    (List.map place places, List.sort compare (List.filter_map number_of corners)) in
  let all = List.mapi kind (values lines "pieces") in
  let kinds = List.map fst all in
  let each f = List.concat (List.mapi (fun number (places, digits) -> List.map (f number places) digits) all) in
  let kind_of = each (fun number _ _ -> number) in
  let count = match metric with "steps" -> Steps | "slides" -> Slides | _ -> Paths in
  { bases = each (fun _ places _ -> List.length places); start = each (fun _ _ digit -> digit);
    is_goal = blocks_goal kinds kind_of (List.length goals); goals = None; is_lights = false;
    moves = blocks_moves kinds kind_of count; back = (fun _ -> []) }

let read_puzzle text =
  let lines = List.map words (String.split_on_char '\n' text) in
  match List.filter (fun line -> line <> [] && List.hd line <> "*") lines with
  | [ "fewest"; "puzzle"; "1" ] :: [ family; metric ] :: lines -> (
    match family with
    | "tiles" -> tiles metric lines
    | "lights" -> lights lines
    | "pegs" -> pegs metric lines
    | "blocks" -> blocks metric lines
    | _ -> wrong "unknown family")
  | _ -> wrong "not a puzzle"

(* The proof file. *)
let bytes = ref ""
let at = ref 0

let byte () =
  if !at >= String.length !bytes then wrong "the file ends too early";
  incr at;
  Char.code !bytes.[!at - 1]

let rec groups () = let b = byte () in (b land 127) :: (if b >= 128 then groups () else [])
let number () = List.fold_right (fun group rest -> (rest * 128) + group) (groups ()) 0

(* Adds to a key, in its digits; the last digit is the lowest. *)
let plus bases key change =
  let add base (digits, carry) digit = let sum = digit + carry in ((sum mod base) :: digits, sum / base) in
  let digits, carry =
    List.fold_left2 (fun (digits, carry) base (digit, more) -> add base (digits, carry) (digit + more))
      ([], 0) (List.rev bases) (List.combine (List.rev key) (List.rev change)) in
  if carry > 0 then wrong "a key is too large";
  digits

let times_and_plus bases key group =
  let digits, carry =
    List.fold_left2 (fun (digits, carry) base digit ->
        let value = (digit * 128) + carry in ((value mod base) :: digits, value / base))
      ([], group) (List.rev bases) (List.rev key) in
  if carry > 0 then wrong "a key is too large";
  digits

let layers bases =
  let zero = List.map (fun _ -> 0) bases in
  let large () = List.fold_right (fun group key -> times_and_plus bases key group) (groups ()) zero in
  let layer _ =
    let last = ref zero in
    List.map (fun _ -> last := plus bases !last (large ()); !last) (range 0 (number ())) in
  List.map layer (range 0 (number ()))

let rec replay puzzle position = function
  | 0 -> puzzle.is_goal position
  | left ->
    let next = List.map (fun _ -> number ()) puzzle.bases in
    List.mem next (puzzle.moves position) && replay puzzle next (left - 1)

let press puzzle position number = List.nth (puzzle.moves position) number

let run () =
  let puzzle = read_puzzle (file Sys.argv.(1)) in
  bytes := file Sys.argv.(2);
  let magic = "fewest proof 1\n" in
  if not (String.starts_with ~prefix:magic !bytes) then wrong "not a proof";
  at := String.length magic;
  let claim = number () - 1 in
  if claim >= 0 then begin
    let length = number () in
    let solves =
      if puzzle.is_lights then
        puzzle.is_goal (List.fold_left (fun p _ -> press puzzle p (number ())) puzzle.start (range 0 length))
      else replay puzzle puzzle.start length in
    if length <> claim || not solves then wrong "the solution is wrong"
  end;
  if byte () <> Char.code 'L' then exit 2;
  let ahead = layers puzzle.bases in
  let back = layers puzzle.bases in
  if !at <> String.length !bytes then wrong "there is something after the end";
  let accepted =
    if claim < 0 then back = [] && check_closed puzzle.moves puzzle.is_goal puzzle.start (List.concat ahead)
    else if claim = 0 then ahead = [] && back = []
    else if back = [] then List.length ahead = claim && check puzzle.moves puzzle.is_goal puzzle.start ahead
    else
      match puzzle.goals with
      | None -> false
      | Some goals ->
        List.length ahead + List.length back = claim + 1
        && check_both puzzle.moves puzzle.back goals puzzle.start ahead back in
  if not accepted then wrong "the checker says no";
  if claim < 0 then print_endline "verified: no solution"
  else Printf.printf "verified: no solution with fewer than %d moves\n" claim

let () = try run () with Wrong why | Failure why -> prerr_endline ("not accepted: " ^ why); exit 1
       | Invalid_argument why -> prerr_endline ("not accepted: " ^ why); exit 1
