/** The cells of the upstreams' certificates: every upstream over TLS, before a trust store that a test changes. */
import { once } from 'node:events';
import { connect } from 'node:net';
import tls from 'node:tls';
import { afterAll } from 'vitest';
import { createSelfSigned } from '../../dev/self-signed.ts';
import { upstreamFaults } from './harness/fault-table.ts';
import { moveDate } from './harness/moving-date.ts';
import { operations } from './harness/operations.ts';
import { startRig, warmUp } from './harness/rig.ts';
import { type BringAbout, testCells } from './harness/run-cell.ts';

const A_WEEK = 7 * 86_400_000;

moveDate(-A_WEEK);
const expired = createSelfSigned();
moveDate(A_WEEK);
/** For 127.0.0.1: the upstreams are reached by name. */
const forAnotherName = createSelfSigned();

const trust = trustAsTold();
const front = await startTlsFront();
const base = `https://localhost:${front.port}`;
const rig = await startRig({
  speed: 10,
  settings: {
    ARM_BASE_URL: `${base}/arm`,
    BACKUP_RESTORE_BASE_URL: `${base}/graph/v1.0`,
    DOCUMENT_MODELS_ENDPOINT: `${base}/docs`,
    BUSINESS_DATA_BASE_URL: `${base}/business/v2.0`,
  },
});
front.lead(rig.upstream.port);
await warmUp(rig);
rig.cures.push(() => trust.of('anything'));

const strike: BringAbout = async (_, of) => {
  if (!('certificate' in of)) return;
  const shown = of.certificate === 'expired' ? expired : forAnotherName;
  await front.show(shown);
  trust.of(of.certificate === 'of an unknown authority' ? 'nothing' : shown.certificate);
};

const overTls = upstreamFaults.filter((fault) => 'certificate' in fault.strike);

for (const fault of overTls) testCells(rig, strike, fault, operations);

/** Ends TLS before the emulator. */
async function startTlsFront() {
  let upstreamPort = 0;
  const open = new Set<tls.TLSSocket>();
  const server = tls.createServer(toCredentials(forAnotherName), (socket) => {
    open.add(socket);
    const upstream = connect(upstreamPort, '127.0.0.1');
    for (const end of [socket, upstream])
      end.on('error', () => {}).once('close', () => (end === socket ? upstream : socket).destroy());
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
    lead(port: number) {
      upstreamPort = port;
    },
    /** Shows a certificate to every further connection, and ends those that are open. */
    async show(certificate: ReturnType<typeof createSelfSigned>) {
      server.setSecureContext(toCredentials(certificate));
      const ends = [...open].map((socket) => once(socket.end(), 'close'));
      await Promise.all(ends);
    },
  };
}

function toCredentials({ certificate, key }: ReturnType<typeof createSelfSigned>) {
  return { cert: certificate, key };
}

/** Stands in for the system's trust store. */
function trustAsTold() {
  const { connect: connectSecurely } = tls;
  let options: tls.ConnectionOptions = { rejectUnauthorized: false };
  Object.assign(tls, {
    connect: (given: tls.ConnectionOptions, ...rest: []) => connectSecurely({ ...given, ...options }, ...rest),
  });
  return {
    /** Trusts `anything`, `nothing`, or the authority with this certificate. */
    of(whom: string) {
      options = whom === 'anything' ? { rejectUnauthorized: false } : whom === 'nothing' ? {} : { ca: whom };
    },
  };
}
