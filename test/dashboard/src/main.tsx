import { mutationOptions, toQueryKey } from '@frontdesk/client/query';
import { createAsyncStoragePersister } from '@tanstack/query-async-storage-persister';
import { QueryClient } from '@tanstack/react-query';
import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { account } from './auth.ts';
import { client } from './client.ts';

const queries = new QueryClient({ defaultOptions: { queries: { gcTime: 24 * 60 * 60 * 1_000 } } });
const persister = createAsyncStoragePersister({ storage: localStorage });
// So that a change which waits for the network survives a reload.
const put = 'createOrReplaceStreamingJob';
queries.setMutationDefaults(toQueryKey(put), mutationOptions(client, put));

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <PersistQueryClientProvider
      client={queries}
      // Nobody sees what another person has read.
      persistOptions={{ persister, buster: account()?.homeAccountId ?? '' }}
      onSuccess={() => queries.resumePausedMutations()}
    >
      <App />
    </PersistQueryClientProvider>
  </StrictMode>,
);
