// Sets the stored theme before the first paint, and shows the start page where no game is asked for. Not a module, because
// modules are deferred.
(() => {
  if (location.hash.length < 2) document.documentElement.dataset.first = "home";
  try {
    const chosen = localStorage.getItem("theme");
    if (chosen) document.documentElement.dataset.theme = chosen;
  } catch {
    // Without storage the theme is that of the device.
  }
})();
