// A short tick with every move, if it is wanted.

import { input } from "./page.js";

/** @type {AudioContext | undefined} */
let audio;

export function tick() {
  if (!input("sound").checked) return;
  audio ??= new AudioContext();
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  const now = audio.currentTime;
  tone.type = "triangle";
  tone.frequency.setValueAtTime(820, now);
  tone.frequency.exponentialRampToValueAtTime(240, now + 0.05);
  volume.gain.setValueAtTime(0.12, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.07);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.08);
}
