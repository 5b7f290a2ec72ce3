import { passwordLength } from '@sightline/contracts/sessions/session';
import { AppError } from '@sightline/contracts/shared/errors';
import { betterAuth } from 'better-auth';
import { createPool } from '../database/database.ts';
import { newId } from '../ids/ids.ts';

const sessionSeconds = 30 * 86_400;

export interface Account {
  id: string;
  email: string;
  name: string;
}

export interface PasswordAccounts {
  /** Makes an account. Throws `email_taken`. */
  create(input: { name: string; email: string; password: string }): Promise<Account>;
  /** Answers the account and the id of a new session. Throws `sign_in_refused`, in the same time for an unknown e-mail as for a wrong password. */
  signIn(input: { email: string; password: string }): Promise<{ account: Account; sessionId: string }>;
  close(): Promise<void>;
}

const statusOf = (error: unknown): number | undefined => (error as { statusCode?: number } | null)?.statusCode;

/** Password sign-in through the sign-in library, called in-process: its own HTTP handler is never mounted. */
export function createPasswordAccounts(options: { connectionString: string; secret: string; onError: (error: Error) => void }): PasswordAccounts {
  const pool = createPool(options.connectionString, { max: 4, onError: options.onError, searchPath: 'auth' });
  const auth = betterAuth({
    database: pool,
    secret: options.secret,
    baseURL: 'http://localhost',
    emailAndPassword: { enabled: true, minPasswordLength: passwordLength, maxPasswordLength: 200, autoSignIn: false },
    session: { expiresIn: sessionSeconds },
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: { database: { generateId: newId } },
  });
  return {
    create: async ({ name, email, password }) => {
      const { user } = await auth.api.signUpEmail({ body: { name, email, password } });
      // For a taken e-mail the library answers an invented account, so that strangers learn nothing. We are no stranger.
      const { rowCount } = await pool.query('select 1 from "user" where id = $1', [user.id]);
      if (rowCount === 0) throw new AppError('email_taken');
      return { id: user.id, email: user.email, name: user.name };
    },
    signIn: async (body) => {
      try {
        const { token, user } = await auth.api.signInEmail({ body });
        const { rows } = await pool.query<{ id: string }>('select id from session where token = $1', [token]);
        const sessionId = rows[0]?.id;
        if (sessionId === undefined) throw new Error('the new session is not in the database');
        return { account: { id: user.id, email: user.email, name: user.name }, sessionId };
      } catch (error) {
        if (statusOf(error) === 401) throw new AppError('sign_in_refused', {}, { cause: error });
        throw error;
      }
    },
    close: () => pool.end(),
  };
}
