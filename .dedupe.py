import re,sys
drop={'deployments':['copilot'],'build':['py-spy','gdb','lldb','rr','adb','csc','msbuild'],'containers':['wsl'],'credentials':['certutil','dotenvx'],'editors':['emacs'],
'files':['date','hostname','arch','lsof','pgrep','ip','ifconfig','dig','nslookup','host','ping','traceroute','man','mtr','route','timedatectl','loginctl','journalctl','dmesg','hyperfine','ifne','numactl','busctl','mkfifo','mknod'],
'infrastructure':['fab'],'interpreters':['expect','dart','pwsh','powershell'],'packages':['choco','scoop','winget'],'persistence':['sc'],'windows':['hostname','devenv','csc','msbuild'],'system':['perf','taskkill','netsh','clip'],'shells':['which']}
drop['windows']=['devenv','hostname','clip']  # csc/msbuild stay in windows
drop['system']=['perf','taskkill','netsh']
drop['windows'].remove('hostname')
for f,names in drop.items():
    p=f'/work/main/rules/commands/{f}.yaml'; s=open(p).read()
    for n in names:
        # harmless list
        i=s.find('commands:')
        h,c=s[:i],s[i:]
        h2=re.sub(r'(?<=[\s,\[])'+re.escape(n)+r',\s?','',h,1) if re.search(r'(?<=[\s,\[])'+re.escape(n)+r'(,|\s*\])',h) else h
        if h2!=h: s=h2+c; continue
        # key
        m=re.search(r'^  ("?)([^\s:"]*)\1:',c,re.M)
        done=False
        for m in re.finditer(r'^  ("?)([^\s":][^":\n]*)\1:(.*)$',c,re.M):
            parts=m.group(2).split('|')
            if n in parts:
                if len(parts)==1:
                    # drop whole block
                    e=re.compile(r'^(  \S|\S)',re.M).search(c,m.end())
                    c=c[:m.start()]+(c[e.start():] if e else '')
                else:
                    parts.remove(n); c=c[:m.start()]+f"  {m.group(1)}{'|'.join(parts)}{m.group(1)}:{m.group(3)}"+c[m.end():]
                s=h+c; done=True; break
        if not done: print('not found',f,n)
    open(p,'w').write(s)
