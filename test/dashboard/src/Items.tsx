import { queryOptions } from '@frontdesk/client/query';
import { useQuery } from '@tanstack/react-query';
import { client, companyId } from './client.ts';
import { Failure } from './Failure.tsx';

const itemIds = ['17e00000-0000-4000-8000-0000000000a1', '17e00000-0000-4000-8000-0000000000a2'];

export function Items() {
  return (
    <section aria-label="Items">
      {itemIds.map((itemId) => (
        <Item key={itemId} itemId={itemId} />
      ))}
    </section>
  );
}

function Item({ itemId }: { readonly itemId: string }) {
  const { data, error, failureReason, refetch } = useQuery(queryOptions(client, 'getItem', { companyId, itemId }));
  return (
    <>
      {failureReason && <Failure error={failureReason} retry={error ? refetch : undefined} />}
      <p>{data ? `${data.body.displayName}: ${data.body.unitPrice}` : !failureReason && 'Loading'}</p>
    </>
  );
}
