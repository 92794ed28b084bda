import { queryOptions } from '@frontdesk/client/query';
import { useQuery } from '@tanstack/react-query';
import { batching, companyId, customerId } from './client.ts';
import { Failure } from './Failure.tsx';

const itemIds = ['17e00000-0000-4000-8000-0000000000a1', '17e00000-0000-4000-8000-0000000000a2'];

export function Items() {
  return (
    <section aria-label="Items">
      {itemIds.map((itemId) => (
        <Item key={itemId} itemId={itemId} />
      ))}
      <Balance />
    </section>
  );
}

function Item({ itemId }: { readonly itemId: string }) {
  const { data, error, failureReason, refetch } = useQuery(queryOptions(batching, 'getItem', { companyId, itemId }));
  return (
    <>
      {failureReason && <Failure error={failureReason} retry={error ? refetch : undefined} />}
      <p>{data ? `${data.body.displayName}: ${data.body.unitPrice}` : !failureReason && 'Loading'}</p>
    </>
  );
}

function Balance() {
  const customer = { companyId, customerId, $expand: 'customerFinancialDetails' } as const;
  const { data } = useQuery(queryOptions(batching, 'getCustomer', customer));
  return data ? <p>Balance {data.body.customerFinancialDetails?.balance}</p> : null;
}
