/** Creates a self-signed certificate for 127.0.0.1, for TLS on this machine. Source: RFC 5280 4.1; X.690. */
import { generateKeyPairSync, sign } from 'node:crypto';

/** Returns the certificate and its key in PEM; valid for one day. */
export function createSelfSigned(): { certificate: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(Buffer.from('06082a8648ce3d040302', 'hex'));
  const commonName = sequence(Buffer.from('0603550403', 'hex'), tlv(0x0c, Buffer.from('127.0.0.1')));
  const name = sequence(tlv(0x31, commonName));
  const loopback = tlv(0x87, Buffer.from([127, 0, 0, 1]));
  const subjectAltName = sequence(Buffer.from('0603551d11', 'hex'), tlv(0x04, sequence(loopback)));
  const content = sequence(
    tlv(0xa0, Buffer.from('020102', 'hex')),
    Buffer.from('020101', 'hex'),
    ecdsaWithSha256,
    name,
    sequence(toUtcTime(Date.now() - 60_000), toUtcTime(Date.now() + 86_400_000)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(subjectAltName)),
  );
  const signature = tlv(0x03, Buffer.from([0]), sign('sha256', content, privateKey));
  const base64 = sequence(content, ecdsaWithSha256, signature).toString('base64');
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function sequence(...members: Buffer[]): Buffer {
  return tlv(0x30, ...members);
}

/** Tag, length, value. */
function tlv(tag: number, ...values: Buffer[]): Buffer {
  const value = Buffer.concat(values);
  const length = value.length < 0x80 ? [value.length] : [0x82, value.length >> 8, value.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), value]);
}

function toUtcTime(time: number): Buffer {
  const digits = new Date(time).toISOString().replace(/\D/g, '').slice(2, 14);
  return tlv(0x17, Buffer.from(`${digits}Z`));
}
