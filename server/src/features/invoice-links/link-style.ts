import { baseStyle, buildContentPolicy } from '../../platform/pages/page-style.ts'

export const style = `${baseStyle}
:root{--due:#fef4cd;--due-line:#eacb76}
@media (prefers-color-scheme:dark){:root{--due:#33280c;--due-line:#7d6420}}
.page{max-width:560px}
header h1{font-size:17px;line-height:24px}
.row{display:flex;gap:16px;justify-content:space-between;align-items:baseline}
.row>:first-child{min-width:0}
.row>:last-child{white-space:nowrap}
.row+.row{margin-top:8px}
.sum>:first-child{color:var(--muted)}
.all{border-top:1px solid var(--line);padding-top:10px;margin-top:10px!important;font-weight:600}
.total{font-size:32px;line-height:40px;font-weight:650;letter-spacing:-.02em}
.badge{border:1px solid var(--due-line);background:var(--due);color:var(--owed);border-radius:99px;padding:0 10px;font-size:13px;line-height:22px;font-weight:600}
.paid{border-color:var(--good-line);background:var(--good);color:inherit}
.due{margin-top:12px;padding:9px 12px;border:1px solid var(--due-line);border-radius:8px;background:var(--due);color:var(--owed);font-weight:600}
.solid{margin-top:12px;border:0;background:var(--blue);color:var(--on)}
ul{list-style:none;padding:0}
ul li{padding:10px 16px;border-bottom:1px solid var(--line)}
.lines{padding:0 0 16px}
.lines>.row,.lines>small{margin-left:16px;margin-right:16px}
.lines>.row:first-of-type{margin-top:12px}
.name{font-weight:500}
.end{text-align:right;margin-top:4px}
.alone{margin-top:24px}`

export const contentPolicy = buildContentPolicy({ style, hasForms: false })
