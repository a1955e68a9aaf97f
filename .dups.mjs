import { parse } from 'yaml'
import { readdirSync, readFileSync } from 'node:fs'
const where=new Map()
for (const f of readdirSync('rules/commands').filter(n=>n.endsWith('.yaml'))) { const d=parse(readFileSync('rules/commands/'+f,'utf8')); const add=(n,k)=>{where.set(n,[...(where.get(n)??[]),f.replace('.yaml','')+(k?'':'(h)')])}; for(const n of d.harmless??[]) add(n,0); for (const k of Object.keys(d.commands??{})) for (const n of k.split('|')) add(n,1) }
const d=[...where].filter(([,v])=>v.length>1); console.log(d.length); for (const [n,v] of d) console.log(n, v.join(' '))
