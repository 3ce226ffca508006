// Sets the stored theme before the first paint. Not a module, because modules are deferred.
(() => {
  try {
    const chosen = localStorage.getItem("theme");
    if (chosen) document.documentElement.dataset.theme = chosen;
  } catch {
    // Without storage the theme is that of the device.
  }
})();
