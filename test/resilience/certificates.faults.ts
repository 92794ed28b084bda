/** Fault F04: every upstream over TLS, with a trust store that the test controls. */
import { once } from 'node:events';
import { connect } from 'node:net';
import tls from 'node:tls';
import { afterAll } from 'vitest';
import { type Certificate, createCertificate } from '../../dev/tls.ts';
import { advanceDate } from '../support/moving-date.ts';
import { sampleOperations } from '../testbed/sample-operations.ts';
import { startHarness, warmUp } from './harness/harness.ts';
import { type Inject, testMatrixCells } from './harness/matrix-cells.ts';
import { upstreamFaults } from './matrix/upstream-faults.ts';

const ONE_WEEK_MS = 7 * 86_400_000;

advanceDate(-ONE_WEEK_MS);
const expired = createCertificate();
advanceDate(ONE_WEEK_MS);
/** Issued for 127.0.0.1, while the upstreams are addressed as `localhost`. */
const wrongName = createCertificate(['127.0.0.1']);

const trust = replaceTrustStore();
const tlsProxy = await startTlsProxy();
const base = `https://localhost:${tlsProxy.port}`;
const harness = await startHarness({
  speed: 10,
  settings: {
    ARM_BASE_URL: `${base}/arm`,
    BACKUP_RESTORE_BASE_URL: `${base}/graph/v1.0`,
    DOCUMENT_MODELS_ENDPOINT: `${base}/docs`,
    BUSINESS_DATA_BASE_URL: `${base}/business/v2.0`,
  },
});
tlsProxy.forwardTo(harness.emulators.upstream.port);
await warmUp(harness);
harness.onClearFaults.push(() => trust.set('anything'));

const injectCertificate: Inject = async (_, injection) => {
  if (!('certificate' in injection)) return;
  const shown = injection.certificate === 'expired' ? expired : wrongName;
  await tlsProxy.setCertificate(shown);
  trust.set(injection.certificate === 'unknown authority' ? 'nothing' : shown.authority);
};

for (const fault of upstreamFaults.filter(({ inject }) => 'certificate' in inject))
  testMatrixCells(harness, injectCertificate, fault, sampleOperations);

/** Terminates TLS in front of the upstream emulator. */
async function startTlsProxy() {
  let upstreamPort = 0;
  const open = new Set<tls.TLSSocket>();
  const server = tls.createServer(toCredentials(wrongName), (socket) => {
    open.add(socket);
    const upstream = connect(upstreamPort, '127.0.0.1');
    socket.on('error', () => {}).once('close', () => upstream.destroy());
    upstream.on('error', () => {}).once('close', () => socket.destroy());
    socket.once('close', () => open.delete(socket));
    socket.pipe(upstream).pipe(socket);
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  afterAll(() => server.close());
  return {
    port: typeof address === 'object' ? address?.port : undefined,
    forwardTo(port: number) {
      upstreamPort = port;
    },
    /** Uses the certificate for new connections, and closes the open ones. */
    async setCertificate(certificate: Certificate) {
      server.setSecureContext(toCredentials(certificate));
      await Promise.all([...open].map((socket) => once(socket.end(), 'close')));
    },
  };
}

function toCredentials({ certificate, key }: Certificate) {
  return { cert: certificate, key };
}

/** Replaces the system's trust store for TLS connections of this process. */
function replaceTrustStore() {
  const { connect: originalConnect } = tls;
  let options: tls.ConnectionOptions = { rejectUnauthorized: false };
  Object.assign(tls, {
    connect: (given: tls.ConnectionOptions, ...rest: []) => originalConnect({ ...given, ...options }, ...rest),
  });
  return {
    /** Trusts `anything`, `nothing`, or the authority with this certificate. */
    set(trusted: string) {
      options = trusted === 'anything' ? { rejectUnauthorized: false } : trusted === 'nothing' ? {} : { ca: trusted };
    },
  };
}
