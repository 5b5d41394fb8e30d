import { outsideLinksStyle } from '../../platform/pages/outside-links.ts'
import { baseStyle, buildContentPolicy } from '../../platform/pages/page-style.ts'

/** Of form and answer, inside `.prices`. */
export const priceStyle = `.prices{
.choice{list-style:none;padding:0;border:1px solid var(--edge);border-radius:8px;overflow:hidden}
.choice li+li{border-top:1px solid var(--line)}
.choice a{display:flex;flex-wrap:wrap;gap:0 12px;align-items:center;min-height:50px;padding:8px 14px;color:inherit;text-decoration:none}
.choice a::before{content:"";box-sizing:border-box;flex:none;width:20px;height:20px;border:1px solid var(--edge);border-radius:50%;background:var(--card)}
.choice a:focus-visible{outline-offset:-3px}
.choice span{flex:1 1 min-content;min-width:0;overflow-wrap:break-word}
.choice b{margin-left:auto;white-space:nowrap;font-weight:600}
.choice [aria-current]{color:var(--blue);font-weight:600;background:light-dark(#e9f0fd,#22304d)}
.choice [aria-current]::before{border:6px solid var(--blue)}
.name{margin:10px 0 4px;font-size:15px;font-weight:600}
.unit{display:grid;grid-template-columns:minmax(0,1fr) 92px;gap:8px}
.sides{display:grid;grid-template-columns:repeat(3,minmax(0,1fr)) 92px;gap:8px}
.sides input{padding:0 8px}
.money{display:grid;grid-template-columns:auto minmax(0,1fr)}
.money span{display:flex;align-items:center;padding:0 12px;border:1px solid var(--edge);border-right:0;border-radius:8px 0 0 8px;color:var(--muted)}
.money input{border-radius:0 8px 8px 0}
form input{text-align:right}
select{width:100%;min-height:50px;padding:0 8px;border:1px solid var(--edge);border-radius:8px;background:var(--card);color:inherit;font:inherit}
label small,.name small,.inline{display:inline;font-weight:400}
form>small{margin-top:4px}
form button{margin-top:16px}
.error{color:light-dark(#aa1f1f,#faa39c);font-weight:600}
[aria-invalid]{border:2px solid var(--bad-line)}
.big{color:inherit;font-size:30px;line-height:38px;font-weight:700}
dl{display:grid;grid-template-columns:1fr auto;gap:8px 12px;margin-top:10px;padding-top:10px;border-top:1px solid var(--line);font-size:15px}
dt{color:var(--muted)}
dd{text-align:right}
.why{margin-top:10px}
.note{margin-top:12px;padding:10px 12px;border:1px solid var(--line);border-radius:8px;background:var(--bg);font-size:15px}
}`

/** Has two columns from 900 px on. */
export const style = `${baseStyle}${outsideLinksStyle}
${priceStyle}
@media (min-width:900px){.two{display:grid;grid-template-columns:minmax(0,1fr) 360px;gap:16px;align-items:start}}`

export const contentPolicy = buildContentPolicy({ style })
