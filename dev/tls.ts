/** TLS on this machine: a certificate and the authority that issued it, and a server that forwards to a plain one. */
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect, isIP, type Socket } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { createServer } from 'node:tls';
import forge from 'node-forge';
import { listen, type RunningServer } from './server.ts';

/** PEM texts. */
export interface Certificate {
  /** What a client trusts. */
  readonly authority: string;
  /** For the server's names, with its authority's behind it. */
  readonly certificate: string;
  readonly key: string;
}

/** With the file that has the authority. */
export type LocalCertificate = Certificate & { readonly authorityFile: string };

const dayMs = 86_400_000;
const localNames = ['localhost', '127.0.0.1', '::1'];

/**
 * Returns the certificate in this folder, or a new one if that ends within a week. The authority's key is not kept: who
 * trusts the authority trusts this certificate only.
 */
export async function openCertificate(folder: string): Promise<LocalCertificate> {
  const authorityFile = join(folder, 'authority.pem');
  const file = join(folder, 'certificate.json');
  try {
    const stored = JSON.parse(await readFile(file, 'utf8')) as Certificate;
    const isValid = Date.parse(new X509Certificate(stored.certificate).validTo) > Date.now() + 7 * dayMs;
    if (isValid && stored.authority === (await readFile(authorityFile, 'utf8'))) return { ...stored, authorityFile };
  } catch {
    // There is none yet.
  }
  const created = createCertificate(localNames, 90);
  await mkdir(folder, { recursive: true });
  await writeFile(file, JSON.stringify(created), { mode: 0o600 });
  await writeFile(authorityFile, created.authority);
  return { ...created, authorityFile };
}

/** Creates a new authority and, from it, a certificate for these names and addresses. */
export function createCertificate(names: readonly string[] = localNames, days = 1): Certificate {
  const issuer = createKeys();
  const authority = describe(issuer.publicKey, 'Frontdesk local authority', days);
  authority.setIssuer(authority.subject.attributes);
  authority.setExtensions([
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    { name: 'subjectKeyIdentifier' },
  ]);
  authority.sign(issuer.privateKey, forge.md.sha256.create());

  const keys = createKeys();
  const server = describe(keys.publicKey, 'Frontdesk on this machine', days);
  server.setIssuer(authority.subject.attributes);
  server.setExtensions([
    { name: 'basicConstraints', cA: false },
    { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
    { name: 'extKeyUsage', serverAuth: true },
    { name: 'subjectKeyIdentifier' },
    { name: 'authorityKeyIdentifier', keyIdentifier: authority.generateSubjectKeyIdentifier().getBytes() },
    {
      name: 'subjectAltName',
      altNames: names.map((name) => (isIP(name) ? { type: 7, ip: name } : { type: 2, value: name })),
    },
  ]);
  server.sign(issuer.privateKey, forge.md.sha256.create());

  const [root, leaf] = [authority, server].map((each) => forge.pki.certificateToPem(each));
  return { authority: `${root}`, certificate: `${leaf}${root}`, key: forge.pki.privateKeyToPem(keys.privateKey) };
}

/** RSA, which every client takes; by Node, because forge would take a second. */
function createKeys(): forge.pki.rsa.KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { publicKey: forge.pki.publicKeyFromPem(publicKey), privateKey: forge.pki.privateKeyFromPem(privateKey) };
}

function describe(publicKey: forge.pki.rsa.PublicKey, commonName: string, days: number): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = publicKey;
  // Positive: the first digit is below 8.
  certificate.serialNumber = `0${forge.util.bytesToHex(forge.random.getBytesSync(15))}1`;
  certificate.validity = { notBefore: new Date(Date.now() - 60_000), notAfter: new Date(Date.now() + days * dayMs) };
  certificate.setSubject([{ name: 'commonName', value: commonName }]);
  return certificate;
}

export interface TlsServerOptions extends Pick<Certificate, 'certificate' | 'key'> {
  /** 0 takes a free port. */
  readonly port: number;
  /** Port of the plain HTTP server on 127.0.0.1. */
  readonly target: number;
}

/** Terminates TLS for the plain server and forwards the bytes unchanged. */
export function startTlsServer({ port, target, certificate, key }: TlsServerOptions): Promise<RunningServer> {
  const sockets = new Set<Socket>();
  const server = createServer({ cert: certificate, key, ALPNProtocols: ['http/1.1'] }, (incoming) => {
    sockets.add(incoming);
    pipeline(incoming, connect(target, '127.0.0.1'), incoming, () => sockets.delete(incoming));
  });
  return listen(server, port, () => {
    for (const socket of sockets) socket.destroy();
  });
}
