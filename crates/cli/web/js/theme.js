// The theme that was chosen last, set before the first paint. No module: modules wait.
(() => {
  const chosen = localStorage.getItem("theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
})();
