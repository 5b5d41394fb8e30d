import { createElement as h } from 'react'
import { renderDocument } from '../../platform/pages/page-document.ts'
import { baseStyle, buildContentPolicy } from '../../platform/pages/page-style.ts'

/** Reserves the usual height of a picture that is loading, so that nothing below moves. */
const style = `${baseStyle}
.page{max-width:680px}
main{padding-top:12px}
img{display:block;width:100%;height:auto;aspect-ratio:auto 4/3;background:var(--line);border-radius:8px}
figcaption{padding-top:8px;font-size:14px;line-height:20px;color:var(--muted)}`

export const photoPolicy = buildContentPolicy({ style, hasForms: false })

type LinkedPhotos = { company: string; number: number; captions: (string | null)[] }

/** A photo's address is the page's with its number. */
export const renderPhotoPage = ({ company, number, captions }: LinkedPhotos, secret: string): string =>
  renderDocument(
    { title: `Fotos · ${company}`, style, hasForms: false },
    h(
      'div',
      { className: 'page' },
      h('header', null, h('div', null, h('h1', null, company), h('small', null, `Fotos del paquete #${number}`))),
      h(
        'main',
        null,
        ...captions.map((caption, index) =>
          h(
            'section',
            { key: index },
            h(
              'figure',
              null,
              h('img', { src: `/p/${secret}/${index + 1}`, alt: `Foto ${index + 1}` }),
              caption === null ? null : h('figcaption', null, caption),
            ),
          ),
        ),
      ),
    ),
  )

export const renderPhotoSentence = (sentence: string): string =>
  renderDocument(
    { title: 'Enlace', style, hasForms: false },
    h('div', { className: 'page' }, h('main', null, h('section', null, h('h1', null, sentence)))),
  )

/** The same for every cause. */
export const absentPhotoPage = renderPhotoSentence('Este enlace no muestra ninguna foto.')
