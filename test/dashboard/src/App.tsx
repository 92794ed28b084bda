import { account, signIn, signInByPopup, signOut } from './auth.ts';
import { Health } from './Health.tsx';
import { Items } from './Items.tsx';
import { Job } from './Job.tsx';

export function App() {
  const person = account();
  if (!person)
    return (
      <>
        <button type="button" onClick={signIn}>
          Sign in
        </button>
        <button type="button" onClick={() => void signInByPopup().then(() => location.reload())}>
          Open a window
        </button>
      </>
    );
  return (
    <main>
      <h1>{person.name}</h1>
      <button type="button" onClick={signIn}>
        Switch account
      </button>
      <button type="button" onClick={signOut}>
        Sign out
      </button>
      <Health />
      <Items />
      <Job />
    </main>
  );
}
