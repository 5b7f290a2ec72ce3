import { parseArgs } from 'node:util';
import { startOidcSimulator } from './oidc-provider-simulator.ts';
import { startSamlSimulator } from './saml-provider-simulator.ts';

// Both simulated providers as a program, for trying sign-in by hand: whoever is clicked is signed in.

const { values } = parseArgs({
  options: { 'oidc-port': { type: 'string', default: '9410' }, 'saml-port': { type: 'string', default: '9411' } },
});

const people = [
  { subject: 'demo-nora', email: 'nora@harbour-foods.example', name: 'Nora Quist' },
  { subject: 'demo-omar', email: 'omar@harbour-foods.example', name: 'Omar Levi' },
];

const oidc = await startOidcSimulator({ people, port: Number(values['oidc-port']) });
const saml = await startSamlSimulator({ people, port: Number(values['saml-port']) });
oidc.signInAs(null);
saml.signInAs(null);

process.stdout.write(
  [
    'OpenID Connect',
    `  issuer         ${oidc.issuer}`,
    `  client id      ${oidc.clientId}`,
    `  client secret  ${oidc.clientSecret}`,
    `  switches       ${oidc.issuer}/control`,
    'SAML 2.0',
    `  sign-on        ${saml.entryPoint}`,
    `  issuer         ${saml.idpIssuer}`,
    `  certificate    ${saml.certificate}`,
    `  switches       ${new URL(saml.entryPoint).origin}/control`,
    '',
  ].join('\n'),
);

const stop = (): void => void Promise.all([oidc.stop(), saml.stop()]).then(() => process.exit(0));
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
