import { createHash } from 'node:crypto'

/** For light and dark: system fonts, one column, cards. */
export const baseStyle = `*{box-sizing:border-box;margin:0}
[hidden]{display:none!important}
:root{color-scheme:light dark;--bg:#f6f5f2;--card:#fff;--line:#e1dfdb;--edge:#8a8f9a;--fg:#1c2331;--muted:#555b68;--blue:#22469b;--on:#fff;--ring:#245fd4;--owed:#6f4a05;--good:#e7f4ea;--good-line:#9cc9a7;--bad:#fdecea;--bad-line:#e3a59e}
@media (prefers-color-scheme:dark){:root{--bg:#14171d;--card:#1d2129;--line:#343a45;--edge:#7d8594;--fg:#e8eaee;--muted:#a9b0bd;--blue:#8fb0ff;--on:#10131a;--ring:#8fb0ff;--owed:#f0c66b;--good:#17301f;--good-line:#3f7a50;--bad:#3a1d1b;--bad-line:#93514b}}
body{background:var(--bg);color:var(--fg);font:16px/24px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:anywhere;-webkit-text-size-adjust:100%}
body::before{content:"";display:block;height:6px;background:repeating-linear-gradient(115deg,#c13a2b 0 20px,#fff 20px 40px,#22469b 40px 60px,#fff 60px 80px)}
.page{max-width:920px;margin:0 auto;padding:0 12px}
header{display:flex;gap:12px;align-items:center;padding:14px 4px}
header img{width:44px;height:44px;object-fit:contain;background:#fff;border:1px solid var(--line);border-radius:8px;padding:3px}
h1{font-size:20px;line-height:28px}
h2{font-size:17px;line-height:26px}
small{display:block;font-size:14px;line-height:20px;color:var(--muted)}
section{background:var(--card);border:1px solid var(--line);border-radius:12px;margin-bottom:12px;padding:16px}
label{display:block;margin:10px 0 4px;font-size:15px;font-weight:600}
input{width:100%;min-height:50px;padding:0 14px;border:1px solid var(--edge);border-radius:8px;background:var(--card);color:inherit;font:inherit}
button,.button{display:block;width:100%;min-height:50px;padding:12px;border-radius:8px;font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
button{margin-top:10px;border:0;background:var(--blue);color:var(--on)}
.button{margin-top:10px;border:1px solid var(--edge);color:inherit}
.icon{flex:none;width:20px;height:20px;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round;vertical-align:-4px}
small .icon{width:16px;height:16px;vertical-align:-3px}
.button .icon{margin-right:10px}
:focus-visible{outline:2px solid var(--ring);outline-offset:1px}
ol{list-style:none;padding:0;margin-top:18px}
ol li{position:relative;padding:0 0 14px 30px}
ol li::before{content:"";position:absolute;left:5px;top:5px;width:14px;height:14px;border:2px solid var(--edge);border-radius:50%;background:var(--card);z-index:1}
ol li:not(:last-child)::after{content:"";position:absolute;left:11px;top:12px;bottom:-8px;width:2px;background:var(--line)}
.now::before,.done::before{border-color:var(--blue);background:var(--blue)}
.now span{font-weight:650}
ol li:not(.now):not(.done) span{color:var(--muted)}
footer{padding:4px 16px 32px;text-align:center}
@media (min-width:900px){section{margin-bottom:16px}}
@media print{body::before,form,.button{display:none}}`

const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

type PolicyParts = { style: string; script?: string; hasForms?: boolean; hasCalls?: boolean }

/**
 * Allows the page's style and script by hash, and pictures and a manifest of its host.
 * @param parts.script the page's inline script; left out, none may run
 * @param parts.hasForms left out, the page may have forms
 * @param parts.hasCalls whether the script may call its own host
 */
export const buildContentPolicy = ({ style, script, hasForms = true, hasCalls = false }: PolicyParts): string =>
  [
    "default-src 'none'",
    `style-src ${hashSource(style)}`,
    ...(script === undefined ? [] : [`script-src ${hashSource(script)}`]),
    "img-src 'self'",
    "manifest-src 'self'",
    ...(hasCalls ? ["connect-src 'self'"] : []),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    `form-action ${hasForms ? "'self'" : "'none'"}`,
  ].join('; ')
