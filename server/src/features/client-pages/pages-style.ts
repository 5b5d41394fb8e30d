import { baseStyle, buildContentPolicy } from '../../platform/pages/page-style.ts'

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
let work
const shrink=async file=>{
const picture=await createImageBitmap(file),short=Math.min(picture.width,picture.height),long=Math.max(picture.width,picture.height)
const scale=long>2*short?Math.min(1,1600/short,Math.sqrt(1e7/short/long)):Math.min(1,1600/long)
const canvas=document.createElement('canvas'),pen=canvas.getContext('2d')
const width=canvas.width=Math.max(1,Math.round(picture.width*scale)),height=canvas.height=Math.max(1,Math.round(picture.height*scale))
pen.fillStyle='#fff';pen.fillRect(0,0,width,height);pen.drawImage(picture,0,0,width,height)
picture.close()
const drawn=await new Promise(done=>canvas.toBlob(done,'image/jpeg',.8))
if(!drawn||drawn.size>=file.size||field.files[0]!==file)return
const list=new DataTransfer()
list.items.add(new File([drawn],file.name.replace(/\\.\\w+$/,'')+'.jpg',{type:drawn.type}))
field.files=list.files
}
field.addEventListener('change',()=>{
const file=field.files[0]
work=file&&/^image\\//.test(file.type)?shrink(file).catch(()=>{}):undefined
})
form.addEventListener('submit',event=>{
button.disabled=true;button.textContent='Enviando…'
if(work){event.preventDefault();work.then(()=>form.submit())}
})
addEventListener('pageshow',()=>{button.disabled=false;button.textContent=label})
}
`

/** One narrow column, with the four links at the foot of the window. */
export const style = `${baseStyle}
.page{max-width:560px;min-height:calc(100vh - 6px);display:flex;flex-direction:column}
main{flex:1}
main>.button{background:var(--card)}
header div{flex:1;min-width:0}
header b{display:block}
.code{border:1px solid var(--edge);border-radius:6px;padding:2px 10px;font-size:14px;font-weight:600;color:var(--muted)}
.entry{text-align:center;margin-top:26px}
.entry img{width:64px;height:64px;object-fit:contain;background:#fff;border:1px solid var(--line);border-radius:12px;padding:6px}
.entry form{text-align:left}
.entry>small{margin-top:10px}
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
.badge{display:inline-block;border:1px solid var(--edge);border-radius:999px;padding:0 10px;font-size:13px;line-height:22px;font-weight:600}
p .badge{margin-top:8px}
.late{border-color:currentColor;color:var(--owed)}
.ready{border-color:var(--good-line);background:var(--good)}
dl{display:grid;grid-template-columns:1fr auto;gap:8px 12px;margin-top:10px}
dt{color:var(--muted)}
dd{text-align:right}
dl .sum{border-top:1px solid var(--line);padding-top:10px;color:inherit;font-weight:600}
.note{border:1px solid var(--good-line);background:var(--good);border-radius:8px;padding:10px 14px;margin:10px 0}
.wrong{border-color:var(--bad-line);background:var(--bad)}
.error{color:inherit;font-weight:600;margin-top:4px}
[aria-invalid]{border:2px solid var(--bad-line)}
.back{display:inline-flex;align-items:center;gap:4px;min-height:48px;padding:8px 4px;margin-bottom:4px;color:var(--blue);font-weight:600;text-decoration:none}
a.plain{display:inline-flex;align-items:center;min-height:48px;color:var(--blue);font-weight:600}
.quiet{margin:0;width:auto;min-height:48px;padding:8px 14px;border:1px solid var(--edge);background:none;color:inherit}
select{width:100%;min-height:50px;padding:0 10px;border:1px solid var(--edge);border-radius:8px;background:var(--card);color:inherit;font:inherit}
input[type=file]{padding:10px}
.pair{display:grid;grid-template-columns:minmax(0,1fr) 108px;gap:10px}
.owed{color:var(--owed)}
section>.button{margin-top:14px}
.line{user-select:all}
.photos{list-style:none;padding:0;margin-top:10px;display:grid;grid-template-columns:repeat(auto-fill,minmax(120px,1fr));gap:8px}
.photos img{display:block;width:100%;height:auto;aspect-ratio:4/3;object-fit:cover;object-position:bottom;border:1px solid var(--line);border-radius:8px}
nav{position:sticky;bottom:0;display:flex;margin:0 -12px;background:var(--card);border-top:1px solid var(--line);z-index:2}
nav a{flex:1 1 auto;display:flex;flex-direction:column;align-items:center;gap:2px;padding:7px 3px 6px;font-size:13px;font-weight:600;color:var(--muted);text-decoration:none;white-space:nowrap;border-top:3px solid transparent;margin-top:-1px}
nav [aria-current]{color:var(--blue);border-color:var(--blue)}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
@media print{nav{display:none}}`

/** Each part does nothing if its elements are missing. */
export const helpScript = copyLines + shrinkPictures

export const contentPolicy = buildContentPolicy({ style, script: helpScript })
