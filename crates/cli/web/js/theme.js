// Sets the stored theme before the first paint. Not a module, because modules are deferred.
(() => {
  const chosen = localStorage.getItem("theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
})();
