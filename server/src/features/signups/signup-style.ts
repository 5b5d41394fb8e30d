import { outsideLinksStyle } from '../../platform/pages/outside-links.ts'
import { baseStyle, buildContentPolicy } from '../../platform/pages/page-style.ts'

/** From 900 px on, with a mouse, the picture to scan is the main way. */
export const style = `${baseStyle}${outsideLinksStyle}
.page{max-width:560px}
label{margin-top:14px}
label small{display:inline;font-weight:400}
input+small{margin-top:4px}
.error{color:light-dark(#aa1f1f,#faa39c);font-weight:600}
[aria-invalid]{border:2px solid var(--bad-line)}
.check{display:flex;gap:12px;align-items:center;min-height:48px;margin:10px 0 0;font-weight:400;font-size:16px}
.check input{flex:none;width:24px;min-height:24px;height:24px;accent-color:var(--blue)}
a{color:var(--blue)}
.button{color:inherit}
.main{background:var(--blue);border-color:var(--blue);color:var(--on)}
.text{display:block;min-height:48px;padding:12px;text-align:center;font-weight:600;text-decoration:none}
.steps{display:flex;gap:6px;margin-bottom:14px}
.steps i{flex:1;height:4px;border-radius:2px;background:var(--line)}
.steps .on{background:var(--blue)}
h1+p,h2+p{color:var(--muted);font-size:15px}
.box{margin-top:12px;padding:12px;border:1px dashed var(--edge);border-radius:8px;background:var(--bg);text-align:center}
.box b{display:block;font-size:32px;line-height:42px;letter-spacing:.04em;white-space:nowrap}
.under{margin-top:10px;text-align:center}
.note{margin-bottom:12px;color:inherit;padding:10px 14px;border:1px solid var(--good-line);background:var(--good);border-radius:8px}
section .note{margin:12px 0 0}
.wrong{border-color:var(--bad-line);background:var(--bad)}
.wait{display:flex;gap:12px;align-items:flex-start;border-color:light-dark(#a8d4f5,#255479);background:light-dark(#e4f3fe,#142e43);color:light-dark(#07558e,#8fcaf4)}
.wait .icon{margin-top:2px;animation:turn 1.5s linear infinite}
@keyframes turn{to{transform:rotate(1turn)}}
@media (prefers-reduced-motion:reduce){.wait .icon{animation:none}}
.rows{list-style:none;padding:0;margin:10px -16px -16px}
.rows li{display:flex;gap:12px;align-items:center;justify-content:space-between;min-height:64px;padding:8px 10px 8px 16px;border-top:1px solid var(--line)}
.rows b{font-weight:600}
.copy{width:52px;min-height:48px;margin:0;padding:0;border:1px solid var(--edge);background:none;color:inherit}
dl{display:grid;grid-template-columns:auto 1fr;gap:8px 12px;margin-top:12px;padding-top:12px;border-top:1px solid var(--line)}
dt{color:var(--muted)}
dd{text-align:right}
dl+small{margin-top:12px}
section>.button:first-child{margin-top:0}
.terms p{white-space:pre-line}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.desk{display:none}
@media (min-width:900px) and (pointer:fine){
.wide{max-width:920px}
.wide main{display:grid;grid-template-columns:minmax(0,1fr) 360px;gap:16px;align-items:start}
.card{margin-bottom:16px;padding-bottom:16px;border:1px solid var(--line);border-radius:12px;background:var(--card)}
.card section{margin:0;padding-bottom:0;border:0}
.card .wait{margin:16px 16px 0}
.phone{display:none}
.desk{display:block}
span.desk{display:inline}
.scan{display:flex;gap:24px;margin-top:16px}
.scan svg{flex:none;width:200px;height:200px;padding:14px;border:1px solid var(--line);border-radius:12px;background:#fff}
.scan ol{margin:0;counter-reset:n}
.scan li{counter-increment:n;padding:4px 0 8px 38px}
.scan li::before{content:counter(n);left:0;top:4px;display:grid;place-items:center;width:26px;height:26px;border:0;background:light-dark(#e9f0fd,#22304d);color:var(--blue);font-size:14px;font-weight:700}
.scan li::after{display:none}
.scan li span{color:inherit!important}
}`

/** Copies, and looks every three seconds, at once when the page is seen again, whether the message came. */
export const script = `for(const button of document.querySelectorAll('[data-copy]')){
button.hidden=false
button.addEventListener('click',async()=>{
try{await navigator.clipboard.writeText(button.dataset.copy)}catch{return}
document.getElementById('said').textContent='Copiado'
button.style.borderColor='var(--blue)'
setTimeout(()=>{button.style.borderColor='';document.getElementById('said').textContent=''},2000)
})}
const wait=document.getElementById('wait')
if(wait){
wait.hidden=false;document.getElementById('sent').hidden=true
let busy=false,done=false
const look=async()=>{
if(busy||done||document.hidden)return
busy=true
try{
const answer=await fetch('/registro/estado')
const state=answer.ok?await answer.text():'open'
if(state!=='open'){
done=true
wait.querySelector('span').textContent=state==='expired'?'Este código venció.':'Recibimos su mensaje.'
setTimeout(()=>location.replace('/registro'),1200)
}
}catch{}
busy=false
}
setInterval(look,3000)
document.addEventListener('visibilitychange',look)
}`

export const contentPolicy = buildContentPolicy({ style, script, hasCalls: true })
