// Settings: language, colours, whether the fewest are hidden, sound.

import { input, select } from "./page.js";
import { recall, remember } from "./store.js";
import { LANGUAGES, language, setLanguage, translate } from "./words.js";

export function settings() {
  const languages = select("language");
  languages.replaceChildren(...Object.entries(LANGUAGES).map(([id, name]) => new Option(name, id)));
  setLanguage(recall("language", "") || navigator.language);
  languages.value = language();
  languages.addEventListener("change", () => {
    setLanguage(languages.value);
    remember("language", languages.value);
    translate(document);
    dispatchEvent(new Event("language"));
  });

  const theme = select("theme");
  theme.value = document.documentElement.dataset.theme ?? "";
  theme.addEventListener("change", () => {
    const { dataset } = document.documentElement;
    if (theme.value) dataset.theme = theme.value;
    else delete dataset.theme;
    try {
      localStorage.setItem("theme", theme.value);
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  });

  for (const id of ["hide-fewest", "sound"]) {
    input(id).checked = recall(id, false);
    input(id).addEventListener("change", () => remember(id, input(id).checked));
  }
}
