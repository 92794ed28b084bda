/** nginx, if it is installed: the cost of a relay in C without any check. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { listen } from '../dev/server.ts';
import type { Environment } from './environment.ts';
import { startCommand } from './processes.ts';
import type { Subject } from './subjects.ts';

export const hasNginx = spawnSync('nginx', ['-v']).status === 0;

/** Runs as one process, so that its CPU time is complete. */
export async function startNginx({ settings }: Environment): Promise<Subject> {
  const { port, close } = await listen(createServer(), 0);
  await close();
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-nginx-'));
  const file = join(folder, 'nginx.conf');
  await writeFile(file, toConfiguration(port, new URL(settings['PEER_UPSTREAM'] ?? ''), settings, folder));
  const child = startCommand(['nginx', '-c', file, '-p', folder, '-e', 'stderr'], 'subject');
  child.once('exit', () => void rm(folder, { recursive: true, force: true }));
  // nginx does not report that it listens.
  await delay(300);
  return { child, port };
}

function toConfiguration(port: number, upstream: URL, settings: Environment['settings'], folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
daemon off;
master_process off;
pid ${folder}/pid;
error_log stderr crit;
events { worker_connections 1024; }
http {
  access_log off;
  keepalive_requests 100000000;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  upstream up { server ${upstream.host}; keepalive 256; keepalive_requests 100000000; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://up/arm$request_uri;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Authorization "Bearer ${settings['PEER_UPSTREAM_TOKEN']}";
    }
  }
}
`;
}
