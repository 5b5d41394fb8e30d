import { createHash } from 'node:crypto'

/** The whole look of the page: system fonts, one column, readable on a phone without zooming. */
export const style = `*{box-sizing:border-box;margin:0}
body{background:#f6f5f2;color:#1c2331;font:15px/22px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:break-word;-webkit-text-size-adjust:100%}
body::before{content:"";display:block;height:6px;background:repeating-linear-gradient(115deg,#c13a2b 0 20px,#fff 20px 40px,#22469b 40px 60px,#fff 60px 80px)}
main,header,footer{max-width:560px;margin:0 auto;padding:0 12px}
header{display:flex;gap:12px;align-items:center;padding:16px}
header img{width:44px;height:44px;object-fit:contain;background:#fff;border:1px solid #e1dfdb;border-radius:8px;padding:3px}
h1{font-size:16px;line-height:22px}
h2{font-size:15px;line-height:22px}
small{display:block;font-size:13px;line-height:18px;color:#555b68}
section{background:#fff;border:1px solid #e1dfdb;border-radius:12px;margin-bottom:12px;padding:14px}
.row{display:flex;gap:16px;justify-content:space-between;align-items:baseline}
.row>:first-child{min-width:0}
.row>:last-child{white-space:nowrap}
.row+.row{margin-top:8px}
.sum{color:#555b68}
.sum>:last-child{color:#1c2331}
.all{border-top:1px solid #e1dfdb;padding-top:10px;margin-top:10px!important;font-weight:600}
.total{font-size:32px;line-height:40px;font-weight:650;letter-spacing:-.02em}
.badge{border:1px solid #d0cdc9;background:#f0eeeb;color:#4e535d;border-radius:99px;padding:0 10px;font-size:13px;line-height:22px;font-weight:500}
.pending{border-color:#eacb76;background:#fef4cd;color:#714d0f}
.paid{border-color:#a1dbb4;background:#e0f8e7;color:#0f5e36}
.due{display:flex;justify-content:space-between;gap:16px;margin-top:12px;padding:9px 12px;border:1px solid #eacb76;border-radius:8px;background:#fef4cd;color:#714d0f;font-weight:600}
.button{display:block;margin-top:12px;padding:11px;border-radius:8px;background:#22469b;color:#fff;font-weight:600;text-align:center;text-decoration:none}
.button:focus-visible{outline:2px solid #245fd4;outline-offset:2px}
ul{list-style:none;padding:0}
li{padding:10px 14px;border-bottom:1px solid #e1dfdb}
.lines{padding:0 0 14px}
.lines>.row,.lines>small{margin-left:14px;margin-right:14px}
.lines>.row:first-of-type{margin-top:12px}
.name{font-weight:500}
.end{text-align:right;margin-top:4px}
footer{padding:4px 16px 32px;text-align:center}
footer small+small{margin-top:2px}
.alone{margin-top:24px}
@media print{body::before,.button{display:none}body{background:#fff}}`

/** The sources that the page may load: its own style, named by its hash, and the company's logo. No script, no frame, no form. */
export const contentPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "img-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')
