/** A script that runs if a text is read as markup or as code, and sets a mark that the test looks for. */
const code = 'self.hit=1'

const elements = [
  `<script>${code}</script>`,
  `<img src=x onerror=${code}>`,
  `<svg onload=${code}>`,
  `<svg/onload=${code}//`,
  `<body onload=${code}>`,
  `<details open ontoggle=${code}>x</details>`,
  `<iframe srcdoc="<script>parent.hit=1</script>">`,
  `<iframe src=javascript:parent.hit=1>`,
  `<object data=javascript:${code}>`,
  `<embed src=javascript:${code}>`,
  `<a href=javascript:${code}>x</a>`,
  `<input autofocus onfocus=${code}>`,
  `<video><source onerror=${code}>`,
  `<audio src=x onerror=${code}>`,
  `<marquee onstart=${code}>x</marquee>`,
  `<form><button formaction=javascript:${code}>x`,
  `<math><a xlink:href=javascript:${code}>x`,
  `<style onload=${code}></style>`,
  `<link rel=stylesheet href=//malo.test/a.css>`,
  `<base href=//malo.test/>`,
  `<meta http-equiv=refresh content="0;url=//malo.test">`,
  `<img src=//malo.test/a.png>`,
  `<!--><img src=x onerror=${code}>-->`,
  `<template><img src=x onerror=${code}></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${code}>">`,
  `<svg></p><style><a id="</style><img src=1 onerror=${code}>">`,
]

const openings = [`"><!--"`, `'>`, `"'>`]

const others = [
  `javascript:${code}`,
  `" onmouseover="${code}" x="`,
  `' onfocus='${code}' autofocus='`,
  `{{constructor.constructor('${code}')()}}`,
  `#{${code}}`,
  `\`-${code}-\``,
  `';${code};//`,
  `</textarea><img src=x onerror=${code}>`,
  `</title><img src=x onerror=${code}>`,
  `*<img src=x onerror=${code}>*`,
  `\`\`\`<img src=x onerror=${code}>\`\`\``,
  `_<b onclick=${code}>x</b>_`,
  `&lt;img src=x onerror=${code}&gt;`,
  `%3Cimg%20src%3Dx%20onerror%3D${code}%3E`,
  `\\u003cimg src=x onerror=${code}\\u003e`,
  `data:text/html,<script>parent.hit=1</script>`,
]

const opened = elements.map((element, index) => (openings[index % openings.length] ?? '') + element)

/** Texts that have run as code somewhere, each short enough for every field. */
export const hostileValues = [...others, ...elements, ...opened].filter((text) => text.length <= 120).slice(0, 60)
