import { formatPhone } from '@casillero/shared/domain/phone'
import { formatSignupCode, writeSignupMessage } from '@casillero/shared/domain/signup-code'
import { createElement as h } from 'react'
import { Icon } from '../../platform/pages/icon.ts'
import { chatAddress, renderPage, type Shop, Steps } from './signup-frame.ts'

/** Rows of 1 for black, as one path. */
const Qr = ({ rows }: { rows: readonly string[] }) => {
  const path = rows.flatMap((row, y) =>
    [...row.matchAll(/1+/g)].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
  )
  return h(
    'svg',
    { viewBox: `0 0 ${rows.length} ${rows.length}`, shapeRendering: 'crispEdges', 'aria-hidden': true },
    h('path', { d: path.join(''), fill: '#000' }),
  )
}

const CopyRow = ({ label, text }: { label: string; text: string }) =>
  h(
    'li',
    null,
    h('span', null, h('small', null, label), h('b', null, text)),
    h(
      'button',
      { type: 'button', className: 'copy', hidden: true, 'data-copy': text, 'aria-label': `Copiar: ${label}` },
      h(Icon, { name: 'copy' }),
    ),
  )

const SendButton = ({ href, className }: { href: string; className: string }) =>
  h('a', { className: `button ${className}`, href }, h(Icon, { name: 'chat' }), 'Enviar por WhatsApp')

type CodeProps = { number: string; code: string; until: string; drawQr: (text: string) => Promise<string[]> }

/** What the picture to scan and the button say. */
export const buildChatAddress = (number: string, code: string): string => chatAddress(number, writeSignupMessage(code))

/** Step 2. docs/product/sign-up.md, "The message". */
export function renderCode(
  shop: Shop,
  {
    number,
    code,
    until,
    qr,
    isLookedAgain,
  }: Omit<CodeProps, 'drawQr'> & { qr: readonly string[]; isLookedAgain: boolean },
): string {
  const href = buildChatAddress(number, code)
  return renderPage(
    shop,
    { isWide: true },
    h(
      'div',
      { className: 'card' },
      h(
        'section',
        null,
        h(Steps, { done: 2 }),
        h('h1', null, 'Envíenos su código'),
        h('p', null, 'Mándelo desde el WhatsApp donde quiere recibir sus avisos. Así sabemos que el número es suyo.'),
        h(
          'div',
          { className: 'phone' },
          h(
            'p',
            { className: 'box' },
            h('small', null, 'Su código'),
            h('b', null, formatSignupCode(code)),
            h('small', null, `Sirve hasta las ${until}`),
          ),
          h(SendButton, { href, className: 'main' }),
          h('small', { className: 'under' }, 'Se abre WhatsApp con el mensaje ya escrito. Solo toque enviar.'),
        ),
        h(
          'div',
          { className: 'desk' },
          h(
            'div',
            { className: 'scan' },
            h(Qr, { rows: qr }),
            h(
              'ol',
              null,
              h('li', null, h('span', null, 'Abra la cámara de su teléfono y apúntela a este cuadro.')),
              h('li', null, h('span', null, 'Se abre WhatsApp con el mensaje ya escrito.')),
              h('li', null, h('span', null, 'Toque enviar. Esta página sigue sola.')),
            ),
          ),
        ),
      ),
      h(
        'p',
        { id: 'wait', className: 'note wait', role: 'status', hidden: true },
        h(Icon, { name: 'ring' }),
        h(
          'span',
          null,
          'Esperando su mensaje. ',
          h('span', { className: 'phone' }, 'Puede volver a esta página después de enviarlo.'),
          h('span', { className: 'desk' }, `El código sirve hasta las ${until}.`),
        ),
      ),
      h(
        'section',
        { id: 'sent' },
        isLookedAgain ? h('p', { role: 'status' }, 'Todavía no nos llega su mensaje. Espere un momento.') : null,
        h('a', { className: 'button', href: '/registro?revisar' }, 'Ya lo envié'),
      ),
    ),
    h(
      'div',
      null,
      h(
        'section',
        null,
        h(
          'div',
          { className: 'phone' },
          h('h2', null, '¿WhatsApp está en otro teléfono?'),
          h('p', null, 'Escriba desde ese teléfono:'),
        ),
        h(
          'div',
          { className: 'desk' },
          h('h2', null, 'Sin cámara'),
          h('p', null, 'Si tiene WhatsApp en este equipo, ábralo aquí; o escriba usted mismo el mensaje.'),
          h(SendButton, { href, className: '' }),
        ),
        h(
          'ul',
          { className: 'rows' },
          h(CopyRow, { label: 'Al número', text: formatPhone(number) }),
          h(CopyRow, { label: 'El mensaje', text: writeSignupMessage(code) }),
        ),
      ),
      h('a', { className: 'text', href: '/registro?datos' }, 'Corregir mis datos'),
    ),
  )
}
