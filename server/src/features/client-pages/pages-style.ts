import { outsideLinksStyle } from '../../platform/pages/outside-links.ts'
import { baseStyle, buildContentPolicy } from '../../platform/pages/page-style.ts'
import { priceStyle } from '../public-tariffs/price-style.ts'

/** The script makes these buttons; without it there are none. */
const copyLines = `for(const button of document.querySelectorAll('[data-copy]')){
const said=document.querySelector('[role=status]'),label=button.textContent
let timer
button.hidden=false
button.addEventListener('click',async()=>{
try{await navigator.clipboard.writeText(button.dataset.copy)}catch{return}
button.textContent='Copiado';said.textContent='Copiado'
clearTimeout(timer)
timer=setTimeout(()=>{button.textContent=label;said.textContent=''},2000)
})}
`

/**
 * A camera's picture takes minutes on slow lines; the bounds are the server's. One that cannot be drawn is sent as it is; submitting waits meanwhile.
 * docs/product/client-pages.md, "Files".
 */
const shrinkPictures = `for(const field of document.querySelectorAll('input[type=file]')){
const form=field.form,button=form.querySelector('[type=submit]'),label=button.textContent
const pick=field.parentNode,preview=pick.querySelector('canvas'),[name,size]=pick.querySelectorAll('b,small'),choose=pick.querySelector('.button')
const asked=choose.textContent,weigh=bytes=>bytes<1e6?Math.ceil(bytes/1e3)+' KB':(bytes/1e6).toFixed(1)+' MB'
const tell=(file,whole)=>{
pick.classList.toggle('got',!!file)
name.textContent=!file?'':/^image\\//.test(file.type)?'Foto lista':file.name
size.textContent=!file?'':weigh(file.size)+(whole?', de '+weigh(whole.size):'')
choose.textContent=file?'Cambiar':asked
}
pick.classList.add('on');pick.lastChild.hidden=false;tell(field.files[0])
let work
const shrink=async file=>{
const picture=await createImageBitmap(file),short=Math.min(picture.width,picture.height),long=Math.max(picture.width,picture.height)
const scale=long>2*short?Math.min(1,1600/short,Math.sqrt(1e7/short/long)):Math.min(1,1600/long)
const canvas=document.createElement('canvas'),pen=canvas.getContext('2d')
const width=canvas.width=Math.max(1,Math.round(picture.width*scale)),height=canvas.height=Math.max(1,Math.round(picture.height*scale))
pen.fillStyle='#fff';pen.fillRect(0,0,width,height);pen.drawImage(picture,0,0,width,height)
picture.close()
const small=Math.min(84/width,112/height)
preview.width=Math.ceil(width*small);preview.height=Math.ceil(height*small)
preview.getContext('2d').drawImage(canvas,0,0,preview.width,preview.height);preview.hidden=false
const drawn=await new Promise(done=>canvas.toBlob(done,'image/jpeg',.8))
if(!drawn||drawn.size>=file.size||field.files[0]!==file)return
const list=new DataTransfer()
list.items.add(new File([drawn],file.name.replace(/\\.\\w+$/,'')+'.jpg',{type:drawn.type}))
field.files=list.files
tell(list.files[0],file)
}
field.addEventListener('change',()=>{
const file=field.files[0]
preview.hidden=true;tell(file)
work=file&&/^image\\//.test(file.type)?shrink(file).catch(()=>{}):undefined
})
form.addEventListener('submit',event=>{
button.disabled=true;button.textContent='Enviando…'
if(work){event.preventDefault();work.then(()=>form.submit())}
})
addEventListener('pageshow',()=>{button.disabled=false;button.textContent=label})
}
`

/** Of badges, for light and dark: edge, ground, text. As in the staff's app. */
const tones = [
  ['grey', '#d0cdc9,#4c5058', '#f0eeeb,#2d3037', '#4e535d,#babec6'],
  ['blue', '#a8d4f5,#255479', '#e4f3fe,#142e43', '#07558e,#8fcaf4'],
  ['yellow', '#eacb76,#6a5118', '#fef4cd,#392c0e', '#714d0f,#eacb76'],
  ['purple', '#dcc9f4,#5c4383', '#f5edff,#332549', '#663a99,#d1b6f3'],
  ['green', '#a1dbb4,#24593c', '#e0f8e7,#143121', '#0f5e36,#88d9a5'],
  ['red', '#f6c2bd,#793532', '#ffeeec,#431d1b', '#aa1f1f,#faa39c'],
]

/** One narrow column, with the four links at the foot of the window. */
export const style = `${baseStyle}
.page{max-width:560px;min-height:calc(100vh - 6px);display:flex;flex-direction:column}
main{flex:1}
main>.button{background:var(--card)}
header div{flex:1;min-width:0}
header b{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
header small{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
html{scroll-padding-bottom:76px}
label{margin:14px 0 6px}
input+small,select+small,.pick+small{margin-top:4px}
.code{border:1px solid var(--edge);border-radius:6px;padding:2px 10px;font-size:14px;font-weight:600;color:var(--muted)}
.clients{position:relative}
.clients summary{list-style:none;cursor:pointer;padding:10px;min-height:44px}
.clients summary::after{content:" ▾"}
.clients form{position:absolute;right:0;z-index:2;width:min(260px,70vw);background:var(--card);border:1px solid var(--edge);border-radius:8px}
.clients form .quiet{width:100%;border:0;text-align:left;overflow-wrap:anywhere}
.entry{text-align:center;margin-top:26px}
.entry img{width:64px;height:64px;object-fit:contain;background:#fff;border:1px solid var(--line);border-radius:12px;padding:6px}
.entry form{text-align:left}
.entry>small{margin-top:10px}
.entry form+form button{background:none;border:1px solid var(--edge);color:inherit}
.entry summary{min-height:48px;margin-top:8px;padding:12px;color:var(--blue);font-weight:600;cursor:pointer}
#codigo{font-size:22px;letter-spacing:.2em;text-align:center}
.head{display:flex;justify-content:space-between;align-items:baseline;gap:12px}
.rows{list-style:none;padding:0;margin:10px -16px -16px}
.rows>li{border-top:1px solid var(--line)}
.row{display:flex;justify-content:space-between;align-items:center;gap:12px;padding:12px 16px;min-height:48px;color:inherit;text-decoration:none}
.row>span:first-child{flex:1;min-width:0}
.row b,.amount{font-weight:600}
a.row::after{content:"";flex:none;width:9px;height:9px;border:solid var(--muted);border-width:2px 2px 0 0;transform:rotate(45deg)}
.last{border-top:1px solid var(--line);margin:0 -16px -16px}
.rows+.last{margin-top:16px}
.going{margin-top:16px;text-align:center}
.going>small{margin-top:8px}
.going svg{width:18px;height:18px;margin-right:10px;vertical-align:-3px;fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round}
.going .note{margin:6px 0 0;text-align:left;font-weight:600}
.going .quiet{width:100%;margin-top:12px}
.big{font-size:22px;line-height:30px;font-weight:700;color:var(--owed)}
.badge{display:inline-flex;align-items:center;gap:6px;max-width:100%;border:1px solid var(--edge);border-radius:999px;margin:4px 2px 0 0;padding:0 10px;font-size:13px;line-height:22px;font-weight:600}
.badge svg{flex:none;width:11px;height:11px;fill:none;stroke:currentColor}
p .badge{margin-top:8px}
.due{display:block;margin-top:2px;font-size:15px;line-height:22px}
${tones.map(([name, line, soft, text]) => `.${name}{border-color:light-dark(${line});background:light-dark(${soft});color:light-dark(${text})}`).join('\n')}
dl{display:grid;grid-template-columns:1fr auto;gap:8px 12px;margin-top:10px}
dt{color:var(--muted)}
dd{text-align:right}
dl .sum{border-top:1px solid var(--line);padding-top:10px;color:inherit;font-weight:600}
.note{border:1px solid var(--good-line);background:var(--good);border-radius:8px;padding:10px 14px;margin:10px 0}
.own{text-align:center}
.own b{display:block;font-size:32px;line-height:40px;letter-spacing:.02em}
.main{background:var(--blue);border-color:var(--blue);color:var(--on)}
.quiet.all{width:100%;margin-top:28px}
.wrong{border-color:var(--bad-line);background:var(--bad)}
.error{color:inherit;font-weight:600;margin-top:4px}
[aria-invalid]{border:2px solid var(--bad-line)}
.back{display:inline-flex;align-items:center;gap:4px;min-height:48px;padding:0 12px 0 4px;color:var(--blue);font-weight:600;text-decoration:none}
a.plain{display:inline-flex;align-items:center;min-height:48px;color:var(--blue);font-weight:600}
.head a.plain{margin:-12px 0}
.whole{flex:1;min-width:0;margin:-12px 0;padding:12px 0;color:inherit;text-decoration:none}
.quiet{margin:0;width:auto;min-height:48px;padding:8px 14px;border:1px solid var(--edge);background:none;color:inherit}
select{width:100%;min-height:50px;padding:0 10px;border:1px solid var(--edge);border-radius:8px;background:var(--card);color:inherit;font:inherit}
input[type=file]{padding:10px}
.pick{position:relative}
.on input{position:absolute;inset:0;height:100%;opacity:0;cursor:pointer}
.shown{display:flex;align-items:center;gap:14px}
.got .shown{padding:10px;border:1px solid var(--line);border-radius:8px}
.shown span{flex:1;min-width:0}
.shown .button{display:block;margin:0}
.got .button{margin-top:8px}
.shown canvas{flex:none;border-radius:6px}
input:focus-visible+.shown{outline:2px solid var(--ring);outline-offset:1px;border-radius:8px}
.pair,.halves{display:grid;grid-template-columns:minmax(0,1fr) 108px;gap:0 10px}
.halves{grid-template-columns:1fr 1fr;align-items:end}
.owed{color:var(--owed)}
section>.button,section>p+form{margin-top:14px}
.line{user-select:all}
.photos{list-style:none;padding:0;margin-top:10px;display:grid;grid-template-columns:repeat(auto-fill,minmax(120px,1fr));gap:8px}
.photos img{display:block;width:100%;height:auto;aspect-ratio:4/3;object-fit:cover;object-position:bottom;border:1px solid var(--line);border-radius:8px}
nav{position:sticky;bottom:0;display:flex;margin:0 -12px;background:var(--card);border-top:1px solid var(--line);z-index:2}
nav a{flex:1 1 auto;display:flex;flex-direction:column;align-items:center;gap:2px;padding:7px 3px 6px;font-size:13px;font-weight:600;color:var(--muted);text-decoration:none;white-space:nowrap;border-top:3px solid transparent;margin-top:-1px}
nav [aria-current]{color:var(--blue);border-color:var(--blue)}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
@media print{nav{display:none}}${outsideLinksStyle}
${priceStyle}`

/** Each part does nothing if its elements are missing. */
export const helpScript = copyLines + shrinkPictures

export const contentPolicy = buildContentPolicy({ style, script: helpScript })
