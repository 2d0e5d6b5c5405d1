import AuthCore
import MicrosoftGraph

/// What can be wrong with files of other programs. Nothing is stored and nothing is overwritten because of one.
enum InteropError: Error, Equatable {
    case cannotRead(path: String, code: Int32)
    case notACache(path: String, UnifiedCacheError)
    case notAPermissionList(path: String, PublishedPermissionsError)
    /// There is no file of tokens in the Azure CLI's folder.
    case noAzureCache(folder: String)
    /// The Azure CLI was told to encrypt its tokens.
    case encryptedAzureCache(folder: String)
    /// The cache is well-formed and has nobody in it who could come in.
    case nobody(path: String)
    /// `--name` can name one profile only.
    case severalForName(Int)
    case fileExists(path: String)
    case cannotWrite(path: String, code: Int32)
    case exportNotConfirmed(profile: String, path: String)
    case nothingToExport(profile: String)
}
