import type { ConfigSurroundings, ReloadRule } from '../config/index.ts'
import { type FollowingGateway, followConfig, type GatewayParts } from '../gateway/index.ts'
import { Audit } from './audit.ts'
import { FleetNode } from './node.ts'
import type { NodeOptions } from './node-options.ts'
import { bindingChannel, SharedMemory } from './share-memory.ts'

/** How a gateway of a fleet is run. */
export interface FleetGatewayOptions extends Omit<NodeOptions, 'role' | 'onOpen' | 'onTick'> {
  readonly parts: Omit<GatewayParts, 'countMistakes' | 'shared' | 'standing' | 'gauges'>
  readonly rules: readonly ReloadRule[]
}

/** A gateway of a fleet. */
export interface FleetGateway {
  readonly following: FollowingGateway
  readonly node: FleetNode
  readonly shared: SharedMemory
  /** Follows neither the file nor the fleet any longer; the gateway runs on. */
  stop(): Promise<void>
}

/** Starts a gateway that follows the revisions of its fleet, and its own file. */
export async function followFleet(options: FleetGatewayOptions): Promise<FleetGateway> {
  const { file, surroundings, parts, rules } = options
  const shared = new SharedMemory(() => node.nudge())
  const node: FleetNode = new FleetNode({
    ...options,
    role: 'gateway',
    channels: [bindingChannel],
    onOpen: (query) => shared.open(query),
    async onTick(query) {
      await shared.exchange(query)
      await audit.write(query)
    },
  })
  const audit = new Audit(node.name)
  await node.open()
  try {
    const following = await followConfig(file, {
      parts: {
        ...parts,
        standing: () => ({ ...node.standing }),
        gauges: gaugesOf(node, audit),
        memory: shared.memory,
      },
      surroundings,
      rules,
      read: (_path: string, _around: ConfigSurroundings | undefined) => node.config(),
    })
    const deaf = following.running.gateway.events.listen((event) => audit.note(event))
    node.follow(async () => {
      const { state, mistakes } = await following.reload()
      const isInEffect = state !== 'refused' && state !== 'left'
      const why = state === 'left' ? ['Its `reload` does not allow this change.'] : mistakes
      return { isInEffect, mistakes: why }
    })
    return {
      following,
      node,
      shared,
      async stop() {
        deaf()
        await Promise.all([following.stop(), node.close()])
      },
    }
  } catch (error) {
    await node.close()
    throw error
  }
}

function gaugesOf(node: FleetNode, audit: Audit): NonNullable<GatewayParts['gauges']> {
  return [
    {
      name: 'fleet_revision',
      help: 'The revision of the config of the fleet that is in effect; 0 for the own file.',
      read: () => node.standing.revision ?? 0,
    },
    {
      name: 'fleet_database_up',
      help: 'Whether the database of the fleet is reached.',
      read: () => (node.standing.database === 'reached' ? 1 : 0),
    },
    {
      name: 'fleet_database_losses',
      help: 'How often the database of the fleet was lost since the start.',
      read: () => node.losses,
    },
    {
      name: 'fleet_audit_lost',
      help: 'Repairs that could not be written into the audit since the start.',
      read: () => audit.lost,
    },
  ]
}
