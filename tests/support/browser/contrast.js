// `contrasts()`: the contrast of each text with its ground (WCAG 2.2, 1.4.3), by the colours of all that it stands in.
// axe gives the same contrasts in twenty times the time: it asks what is drawn at each text.
{
  const rgba = (colour) => colour.match(/^rgba?\((.*)\)$/)[1].split(", ").map(Number);
  const mixed = (below, above, share) => below.map((value, at) => value * (1 - share) + above[at] * share);
  const over = (below, [red, green, blue, alpha = 1]) => mixed(below, [red, green, blue], alpha);
  const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const luminance = (colour) => [0.2126, 0.7152, 0.0722].reduce((sum, weight, at) => sum + weight * linear(colour[at] / 255), 0);

  // Gives the ground of an element, and how a colour on it is shown through the opacity of what it stands in; null if
  // that is not decided by colours.
  const grounds = () => {
    const known = new Map([[null, {ground: [255, 255, 255], shown: (colour) => colour}]]);
    const groundOf = (at) => {
      if (!known.has(at)) {
        const around = groundOf(at.parentElement), style = getComputedStyle(at), opacity = Number(style.opacity);
        const plain = style.backgroundImage === "none" && style.filter === "none" && style.mixBlendMode === "normal";
        known.set(at, around && plain ? {
          ground: over(around.ground, rgba(style.backgroundColor)),
          shown: opacity < 1 ? (colour) => around.shown(mixed(around.ground, colour, opacity)) : around.shown,
        } : null);
      }
      return known.get(at);
    };
    return groundOf;
  };

  const isText = (at) => at.matches("input, select, textarea")
    || [...at.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const isSeen = (at) => at.checkVisibility({visibilityProperty: true, opacityProperty: true});

  // Each visible text with its contrast, and whether that is enough.
  window.contrasts = () => {
    const groundOf = grounds();
    const found = [];
    for (const at of document.body.querySelectorAll("*:not(svg, svg *)")) {
      const place = isText(at) && isSeen(at) ? groundOf(at) : null;
      if (!place) continue;
      const style = getComputedStyle(at), size = parseFloat(style.fontSize);
      const pair = [place.ground, over(place.ground, rgba(style.color))].map(place.shown).map(luminance);
      const contrast = (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
      const needed = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
      found.push({at, contrast, enough: contrast >= needed});
    }
    return found;
  };
}
