import { oidcSettings, samlSettings } from '@sightline/contracts/auth-providers/auth-provider';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { EgressFailure, type Egress } from '../../platform/egress/egress.ts';
import type { SealedBox } from '../../platform/secrets/sealed-box.ts';
import * as repository from './auth-providers.repository.ts';
import type { OidcClient, OidcProvider } from './oidc-client.ts';
import { readCertificate } from './saml-client.ts';

/** A state that did not change is written no more often than this. */
const repeatMs = 60_000;

/** Binds a sealed secret to its row. */
export const secretContext = (organizationId: string, id: string): string => `auth-provider:${organizationId}:${id}`;

export interface ProviderReachDeps {
  database: Database;
  box: SealedBox;
  egress: Egress;
  clock: Clock;
  oidc: OidcClient;
}

/** Whether providers answer, noted where administrators see it. */
export type ProviderReach = ReturnType<typeof createProviderReach>;

export function createProviderReach(deps: ProviderReachDeps) {
  const { database, box, clock, oidc } = deps;

  const oidcOf = ({ id, organizationId, revision, settings, sealedSecret }: repository.ProviderRow): OidcProvider => ({
    id,
    revision,
    settings: oidcSettings.parse(settings),
    secret: sealedSecret ? box.open(sealedSecret, secretContext(organizationId, id)) : null,
  });

  const note = async (row: repository.ProviderRow, failure: string | null): Promise<void> => {
    const isSame = row.isReachable === (failure === null) && row.failure === failure;
    if (isSame && clock() - (row.checkedAt?.getTime() ?? 0) < repeatMs) return;
    const state = { isReachable: failure === null, failure, checkedAt: new Date(clock()) };
    await database.withOrganization(row.organizationId, (trx) => repository.setReachability(trx, row, state));
  };

  /** Does something at the provider; whether it could be reached is remembered either way. */
  const reaching = async <T>(row: repository.ProviderRow, work: () => Promise<T>): Promise<T> => {
    try {
      const result = await work();
      await note(row, null);
      return result;
    } catch (error) {
      if (error instanceof AppError && error.code === 'provider_unreachable') await note(row, reasonOf(error));
      throw error;
    }
  };

  return {
    oidcOf,
    reaching,
    test: async (row: repository.ProviderRow): Promise<{ isReachable: boolean; failure: string | null }> => {
      try {
        await reaching(row, () => (row.kind === 'oidc' ? oidc.test(oidcOf(row)) : testSaml(deps, row)));
        return { isReachable: true, failure: null };
      } catch (error) {
        if (error instanceof AppError && error.code === 'provider_unreachable')
          return { isReachable: false, failure: reasonOf(error) };
        throw error;
      }
    },
  };
}

const reasonOf = ({ data }: AppError): string =>
  typeof data['reason'] === 'string' ? data['reason'] : 'connection_failed';

/** The certificate must be of today and the address must answer, whatever it says: the form behind it wants a browser. */
async function testSaml({ egress, clock }: ProviderReachDeps, row: repository.ProviderRow): Promise<void> {
  const { certificate, entryPoint } = samlSettings.parse(row.settings);
  const { validFromDate, validToDate } = readCertificate(certificate);
  const now = clock();
  if (now < validFromDate.getTime() || now > validToDate.getTime())
    throw new AppError('provider_unreachable', { reason: 'certificate_expired' });
  try {
    await egress.fetch(entryPoint);
  } catch (error) {
    const reason =
      error instanceof EgressFailure ? error.reason : error instanceof AppError ? error.code : 'connection_failed';
    throw new AppError('provider_unreachable', { reason }, { cause: error });
  }
}
