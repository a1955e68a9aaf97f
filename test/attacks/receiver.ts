/** Stands for the internet on a throw-away machine: takes whatever is sent to it and writes it down. Entry of a process of its own. */

import { createSocket } from 'node:dgram'
import { appendFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'

const [file = '', address = '', ready = ''] = process.argv.slice(2)
const PORTS = [21, 22, 25, 80, 443, 4444, 8000, 8080, 9000]

const servers = PORTS.map(port =>
  createServer(socket => {
    socket
      .on('error', () => undefined)
      .on('data', data => {
        appendFileSync(file, data)
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 3\r\nconnection: close\r\n\r\nok\n')
      })
  }).listen(port, address),
)
createSocket('udp4')
  .on('message', data => appendFileSync(file, data))
  .bind(53, address)
await Promise.all(servers.map(server => new Promise(resolve => server.on('listening', resolve))))
writeFileSync(ready, '')
// Whoever made the machine is gone.
process.stdin.on('end', () => process.exit()).resume()
