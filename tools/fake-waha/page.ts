const option = (name: string) => `<option>${name}</option>`

/** The page on which a person plays the phone: scans the QR, reads the messages, answers BAJA. */
export const page = (behaviours: string[]): string => `<!doctype html>
<html lang="es">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>WhatsApp de prueba</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1c1917 }
  section { border: 1px solid #d6d3d1; border-radius: .5rem; padding: 1rem; margin: 1rem 0 }
  button, select, input { font: inherit; padding: .25rem .75rem; min-height: 2.75rem }
  img { display: block; image-rendering: pixelated; width: 232px }
  pre { white-space: pre-wrap; background: #dcfce7; border-radius: .5rem; padding: .75rem }
</style>
<h1>WhatsApp de prueba</h1>
<p>Esta página hace de teléfono: nada sale a WhatsApp de verdad.</p>
<div id="sessions"></div>
<section>
  <h2>Pasarela</h2>
  <p>
    <label>A los mensajes responde <select id="sends">${behaviours.map(option).join('')}</select></label>
    <label>A lo demás responde <select id="calls">${behaviours.map(option).join('')}</select></label>
    <button data-order="down">Apagar</button> <button data-order="up">Encender</button>
    <label>WhatsApp <select id="reach"><option value="reachable">contesta</option><option value="unreachable">no se alcanza</option><option value="unavailable">no acepta conexiones</option></select></label>
  </p>
</section>
<section>
  <h2>Mensajes enviados</h2>
  <div id="sent">Ninguno todavía.</div>
</section>
<script>
  const send = (order, body) =>
    fetch('/' + order, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body ?? {}) }).then(show)
  const make = (tag, text, more) => Object.assign(document.createElement(tag), { textContent: text }, more)
  const action = (text, order, body) => make('button', text, { onclick: () => send(order, body) })

  function sessionCard({ name, status, qr }) {
    const card = make('section', '')
    card.append(make('h2', name + ': ' + status))
    if (qr) card.append(make('img', '', { src: qr, alt: 'Código QR' }))
    card.append(action('Escanear', 'scan', { session: name }), ' ', action('Cortar la conexión', 'drop', { session: name }), ' ',
      action('Desvincular en el teléfono', 'remove', { session: name }))
    return card
  }

  function messageCard({ session, chatId, text, at }) {
    const card = make('div', '')
    card.append(make('p', new Date(at).toLocaleTimeString('es-NI') + ' a ' + chatId), make('pre', text),
      action('Responder BAJA', 'play', { session, phone: chatId.split('@')[0], body: 'BAJA' }), ' ',
      action('Responder Gracias', 'play', { session, phone: chatId.split('@')[0], body: 'Gracias' }))
    return card
  }

  let shown = ''
  async function show() {
    const text = await (await fetch('/state')).text()
    if (text === shown) return
    shown = text
    const { sessions, sent } = JSON.parse(text)
    document.querySelector('#sessions').replaceChildren(...(sessions.length ? sessions.map(sessionCard) : [make('p', 'Ninguna empresa ha pedido vincular su teléfono.')]))
    if (sent.length) document.querySelector('#sent').replaceChildren(...sent.toReversed().slice(0, 50).map(messageCard))
  }
  for (const button of document.querySelectorAll('[data-order]')) button.onclick = () => send(button.dataset.order)
  for (const id of ['sends', 'calls']) document.getElementById(id).onchange = (event) => send(id, { behaviour: event.target.value })
  document.getElementById('reach').onchange = (event) => send('reach', { reach: event.target.value })
  show()
  setInterval(show, 1000)
</script>
</html>`
