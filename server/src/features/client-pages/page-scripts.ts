/** Without a script there are no such buttons. */
export const copyLines = `for(const button of document.querySelectorAll('[data-copy]')){
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
 * A camera's picture takes minutes on slow lines. What cannot be drawn goes as it is; a form that is sent meanwhile waits.
 * docs/product/client-pages.md, "Files".
 */
export const shrinkPictures = `for(const field of document.querySelectorAll('input[type=file]')){
const form=field.form,button=form.querySelector('[type=submit]'),label=button.textContent
let work
const shrink=async file=>{
const picture=await createImageBitmap(file),scale=Math.min(1,1600/Math.max(picture.width,picture.height))
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
