import { outsideLinksStyle } from '../../platform/pages/outside-links.ts'
import { baseStyle, buildContentPolicy } from '../../platform/pages/page-style.ts'

/** Has two columns from 900 px on. */
export const style = `${baseStyle}${outsideLinksStyle}
.way h2{font-size:22px;line-height:30px}
.way>p{color:var(--muted);font-size:15px}
.shop small:first-of-type{margin-top:6px}
@media (min-width:560px){form{display:grid;grid-template-columns:1fr 132px;gap:0 10px}label{grid-column:1/-1}button{margin-top:0}}
@media (min-width:900px){.two{display:grid;grid-template-columns:1fr 320px;gap:16px;align-items:start}}`

/** A next number takes the place of the one that was searched. */
export const script = `const field=document.querySelector('input');if(field&&field.value)field.select()`

export const contentPolicy = buildContentPolicy({ style, script })
