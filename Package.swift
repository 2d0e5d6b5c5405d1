// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let cryptoExtras: Target.Dependency = .product(name: "CryptoExtras", package: "swift-crypto")
let asn1: Target.Dependency = .product(name: "SwiftASN1", package: "swift-asn1")
let nio: [Target.Dependency] = [
    .product(name: "NIOCore", package: "swift-nio"),
    .product(name: "NIOPosix", package: "swift-nio"),
    .product(name: "NIOHTTP1", package: "swift-nio"),
]

// A target imports only what stands in its `dependencies`; `make lint` builds with
// `--explicit-target-dependency-import-check error` so that it stays true.
let package = Package(
    name: "acct",
    products: [
        .executable(name: "acct", targets: ["acct"]),
        .executable(name: "acct-sandbox", targets: ["acct-sandbox"]),
        .library(name: "HTTPTransport", targets: ["HTTPTransport"]),
        .library(name: "AuthCore", targets: ["AuthCore"]),
        .library(name: "MicrosoftGraph", targets: ["MicrosoftGraph"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.0.0"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    ],
    targets: [
        .target(name: "CBuild"),
        .target(name: "CCurl"),
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .target(name: "CQRencode"),
        .target(name: "CJq"),
        .target(name: "CKeyring"),
        .target(name: "CProcess"),
        .target(name: "CSDBus"),
        .target(name: "CSecret"),
        .target(name: "CZlib"),
        .target(name: "CDBus"),
        .target(name: "HTTPTransport", dependencies: ["CCurl", "CZlib"], swiftSettings: strict),
        .target(
            name: "AuthCore", dependencies: ["CSDBus", "HTTPTransport", asn1, crypto, cryptoExtras] + nio,
            swiftSettings: strict),
        .target(
            name: "MicrosoftGraph", dependencies: ["HTTPTransport"], swiftSettings: strict),
        .target(name: "AccountProfiles", dependencies: ["AuthCore", "HTTPTransport"], swiftSettings: strict),
        .target(
            name: "AccountStore",
            dependencies: [
                "HTTPTransport", "AuthCore", "AccountProfiles", "CKeyring", "CSecret", "CSQLite", crypto, cryptoExtras,
            ],
            swiftSettings: strict),
        .target(
            name: "AcctCommands",
            dependencies: [
                "CBuild", "CJq", "CProcess", "CQRencode", "HTTPTransport", "AuthCore", "MicrosoftGraph",
                "AccountProfiles", "AccountStore",
                argumentParser,
            ] + nio,
            swiftSettings: strict),
        .executableTarget(
            name: "acct", dependencies: ["AcctCommands"], swiftSettings: strict),

        .target(name: "SandboxServer", dependencies: ["CDBus", crypto, cryptoExtras] + nio, swiftSettings: strict),
        .executableTarget(
            name: "acct-sandbox", dependencies: ["CBuild", "SandboxServer", argumentParser], swiftSettings: strict),

        .target(name: "HostileInput", path: "Tests/HostileInput", swiftSettings: strict),
        .testTarget(
            name: "HTTPTransportTests", dependencies: ["HTTPTransport", "HostileInput"] + nio, swiftSettings: strict),
        .testTarget(
            name: "AuthCoreTests", dependencies: ["AuthCore", "HTTPTransport", "HostileInput", "SandboxServer"],
            swiftSettings: strict),
        .testTarget(
            name: "MicrosoftGraphTests", dependencies: ["MicrosoftGraph", "HTTPTransport", "HostileInput"],
            swiftSettings: strict),
        .testTarget(
            name: "AccountProfilesTests",
            dependencies: ["AccountProfiles", "AuthCore", "HTTPTransport", "HostileInput"],
            swiftSettings: strict),
        .testTarget(
            name: "AccountStoreTests",
            dependencies: ["AccountStore", "AuthCore", "AccountProfiles", "HTTPTransport", "CSQLite"],
            exclude: ["Fixtures"],
            swiftSettings: strict),
        .testTarget(
            name: "AcctCommandsTests",
            dependencies: [
                "acct-sandbox", "AcctCommands", "AccountProfiles", "AccountStore", "AuthCore", "CJq", "HTTPTransport",
                "HostileInput", "MicrosoftGraph", argumentParser,
            ],
            swiftSettings: strict),
        .testTarget(name: "SandboxServerTests", dependencies: ["SandboxServer"], swiftSettings: strict),
        .testTarget(
            name: "EndToEndTests", dependencies: ["acct", "acct-sandbox", "CProcess", "HostileInput"],
            exclude: [
                "Fixtures/faults.c", "Fixtures/no-keyring.c", "Fixtures/git-server.py", "Fixtures/azure-clients.py",
                "Fixtures/msal-client.py",
            ],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
