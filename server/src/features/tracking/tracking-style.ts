import { createHash } from 'node:crypto'

/** The whole look of the page, light and dark: system fonts, one column, two from 900 px on. */
export const style = `*{box-sizing:border-box;margin:0}
:root{color-scheme:light dark;--bg:#f6f5f2;--card:#fff;--line:#e1dfdb;--edge:#8a8f9a;--fg:#1c2331;--muted:#555b68;--blue:#22469b;--on:#fff;--ring:#245fd4}
@media (prefers-color-scheme:dark){:root{--bg:#14171d;--card:#1d2129;--line:#343a45;--edge:#7d8594;--fg:#e8eaee;--muted:#a9b0bd;--blue:#8fb0ff;--on:#10131a;--ring:#8fb0ff}}
body{background:var(--bg);color:var(--fg);font:16px/24px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:anywhere;-webkit-text-size-adjust:100%}
body::before{content:"";display:block;height:6px;background:repeating-linear-gradient(115deg,#c13a2b 0 20px,#fff 20px 40px,#22469b 40px 60px,#fff 60px 80px)}
.page{max-width:920px;margin:0 auto;padding:0 12px}
header{display:flex;gap:12px;align-items:center;padding:14px 4px}
header img{width:44px;height:44px;object-fit:contain;background:#fff;border:1px solid var(--line);border-radius:8px;padding:3px}
h1{font-size:20px;line-height:28px}
h2{font-size:17px;line-height:26px}
.way h2{font-size:22px;line-height:30px}
small{display:block;font-size:14px;line-height:20px;color:var(--muted)}
section{background:var(--card);border:1px solid var(--line);border-radius:12px;margin-bottom:12px;padding:16px}
.way>p{color:var(--muted);font-size:15px}
label{display:block;margin:10px 0 4px;font-size:15px;font-weight:600}
input{width:100%;min-height:50px;padding:0 14px;border:1px solid var(--edge);border-radius:8px;background:var(--card);color:inherit;font:inherit}
button,.button{display:block;width:100%;min-height:50px;padding:12px;border-radius:8px;font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
button{margin-top:10px;border:0;background:var(--blue);color:var(--on)}
.button{margin-top:10px;border:1px solid var(--edge);color:inherit}
:focus-visible{outline:2px solid var(--ring);outline-offset:1px}
ol{list-style:none;padding:0;margin-top:18px}
li{position:relative;padding:0 0 14px 30px}
li::before{content:"";position:absolute;left:5px;top:5px;width:14px;height:14px;border:2px solid var(--edge);border-radius:50%;background:var(--card);z-index:1}
li:not(:last-child)::after{content:"";position:absolute;left:11px;top:12px;bottom:-8px;width:2px;background:var(--line)}
.now::before,.done::before{border-color:var(--blue);background:var(--blue)}
.now span{font-weight:650}
li:not(.now):not(.done) span{color:var(--muted)}
.shop small:first-of-type{margin-top:6px}
footer{padding:4px 16px 32px;text-align:center}
@media (min-width:560px){form{display:grid;grid-template-columns:1fr 132px;gap:0 10px}label{grid-column:1/-1}button{margin-top:0}}
@media (min-width:900px){.two{display:grid;grid-template-columns:1fr 320px;gap:16px;align-items:start}section{margin-bottom:16px}}
@media print{body::before,form,.button{display:none}}`

/** The sources that the page may load: its own style, named by its hash, and the company's logo. Its form goes to itself. */
export const contentPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "img-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ')
