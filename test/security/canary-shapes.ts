/** Secrets of every shape, each with a canary: letters that no encoding changes, so that it can be found anywhere. */

/** The prefix of every canary. */
export const CANARY = 'Cnry';

/** Returns a secret that contains the canary. */
export type Shape = (canary: string) => string;

export const shapes: Readonly<Record<string, Shape>> = {
  'client secret': (canary) => `8Q~${canary}_x.Y-z~`,
  'account key': (canary) => `${canary}/abc+defghijklmnopqrstuvwxyz0123456789==`,
  'password with quotes': (canary) => `p"${canary}'"`,
  'password with backslashes': (canary) => `C:\\${canary}\\n\\"`,
  'password of many alphabets': (canary) => `pÄss_${canary}_密碼🔑`,
  'password with blanks': (canary) => `  ${canary} and blanks `,
  'password with percent signs': (canary) => `100%25${canary}%2F%`,
  'password like a form': (canary) => `a+b&c=${canary}+d`,
  'password like markup': (canary) => `<b title='${canary}'>&amp;</b>`,
  'password like a pattern': (canary) => `(.*)[${canary}]+^$|`,
  'password like a replacement': (canary) => `$&${canary}$1$\``,
  'password like a path': (canary) => `//${canary}/../</script>`,
  'password of stars': (canary) => `***${canary}***`,
  'password with control characters': (canary) => `tab\t${canary}\r\nline\u0001`,
  'SAS token': (canary) => `sv=2024-11-04&ss=b&srt=o&sig=${canary}%2Fab%3D&se=2030-01-01T00%3A00%3A00Z`,
  'bearer token': (canary) => `eyJhbGciOiJSUzI1NiJ9.eyJ${canary}.c2lnbmF0dXJl-_${canary}`,
  'connection string': (canary) =>
    `Endpoint=sb://bus.example/;SharedAccessKeyName=k;SharedAccessKey=${canary}=;EntityPath=hub`,
  'storage connection string': (canary) =>
    `DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${canary}==;EndpointSuffix=core.example`,
  'private key': (canary) =>
    `-----BEGIN PRIVATE KEY-----\n${canary}MIIEvgIBADANBgkq\nhkiG9w0BAQEF/+==\n-----END PRIVATE KEY-----\n`,
  'refresh token': (canary) => `0.AXcA${canary}-_.AgABAAEAAAD`,
  'api key': (canary) => `${canary}0f9e8d7c6b5a49382716`,
  'address with a key': (canary) => `https://app.example/api/f?x=1&code=${canary}==`,
  'address with a password': (canary) => `amqps://user:${canary}@bus.example/vhost`,
  'JSON with a key': (canary) => `{"private_key":"${canary}\\n","id":"1"}`,
  'long one': (canary) => `${'x'.repeat(900)}${canary}${'y'.repeat(900)}`,
};

export const shapeNames = Object.keys(shapes);

const json = (secret: string) => JSON.stringify(secret).slice(1, -1);
const toUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Encodings in which an upstream could repeat a text. */
export const encodings: Readonly<Record<string, (secret: string) => string>> = {
  'as it is': (secret) => secret,
  'as JSON': json,
  'as JSON in ASCII': (secret) => json(secret).replace(/[^ -~]/g, toUnit),
  // As .NET writes it: characters with a meaning in HTML are escaped, too.
  'as cautious JSON': (secret) =>
    secret.replace(/[^ -~]|["&'+<>\\`]/g, (unit) =>
      toUnit(unit).replace(/[a-f](?=[\da-f]*$)/g, (hex) => hex.toUpperCase()),
    ),
  'as JSON within JSON': (secret) => json(json(secret)),
  'percent-encoded': encodeURIComponent,
  'percent-encoded with nothing reserved': (secret) =>
    Array.from(Buffer.from(secret), (byte) =>
      /[\w.~-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`,
    ).join(''),
  'as a form': (secret) => new URLSearchParams({ '': secret }).toString().slice(1),
};
